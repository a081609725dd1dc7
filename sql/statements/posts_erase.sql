-- post bigint[], keep bigint (seconds) -> erased: the texts of these deleted posts, and what they said before, are gone for good.
with gone as (
    update posts p set erased_at = clock_timestamp(), title = null, body = '', meta = null
    from threads t where p.id = any ($1::bigint[]) and t.id = p.thread_id and p.erased_at is null
        and (p.deleted_at < clock_timestamp() - $2::bigint * interval '1 second' or t.erased_at is not null)
    returning p.id
), edits as (
    delete from post_edits where post_id in (select id from gone)
)
select count(*) as erased from gone;
