-- account bigint -> done: nothing of the deleted account is left but its number.
with tallies as (
    delete from thread_authors where author_id = $1::bigint
), erased as (
    update accounts set erased_at = clock_timestamp()
    where id = $1::bigint and deleted_at is not null and erased_at is null
)
select true as done;
