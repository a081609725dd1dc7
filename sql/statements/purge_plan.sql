-- account bigint -> id, thread_id: at most 500 of the posts that its purge has still to remove; one row without an id
-- when there are none.
select l.id, l.thread_id from (select 1) as one left join lateral (
    select p.id, p.thread_id from posts p join accounts a on a.id = p.author_id and a.purge_audit is not null
    where p.author_id = $1::bigint and p.deleted_at is null order by p.id limit 500
) l on true;
