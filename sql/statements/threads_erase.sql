-- thread bigint[], keep bigint (seconds) -> erased: the titles of these deleted threads are gone for good; their posts' texts follow.
with gone as (
    update threads set erased_at = clock_timestamp(), title = '', meta = null
    where id = any ($1::bigint[]) and deleted_at < clock_timestamp() - $2::bigint * interval '1 second' and erased_at is null returning id
)
select count(*) as erased from gone;
