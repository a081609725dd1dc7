-- audit bigint -> id, thread_id: at most 500 of the posts that are still to come back; one row without an id when there
-- are none.
select l.id, l.thread_id from (select 1) as one left join lateral (
    select p.id, p.thread_id from posts p join audit e on e.id = p.deleted_audit and e.is_undoing
    where p.deleted_audit = $1::bigint and p.erased_at is null order by p.id limit 500
) l on true;
