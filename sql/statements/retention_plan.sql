-- keep bigint (seconds) -> kind, id, thread_id: at most 500 deleted things whose text has been kept long enough; one row
-- without a kind when there are none.
with threads_due as (
    select 'thread' as kind, id, id as thread_id from threads
    where deleted_at < clock_timestamp() - $1::bigint * interval '1 second' and erased_at is null order by deleted_at limit 500
), emptied as (
    select id from threads where erased_at is not null and emptied_at is null order by id limit 1
), posts_due as (
    (select 'post' as kind, id, thread_id from posts
     where deleted_at < clock_timestamp() - $1::bigint * interval '1 second' and erased_at is null
        and not exists (select from threads_due) order by deleted_at limit 500)
    union all
    (select 'post', p.id, p.thread_id from posts p where p.thread_id = (select id from emptied) and p.erased_at is null
        and not exists (select from threads_due) order by p.id limit 500)
), all_due as (
    select * from threads_due
    union all (select distinct kind, id, thread_id from posts_due order by id limit 500)
    union all select 'empty', id, id from emptied where not exists (select from threads_due) and not exists (select from posts_due)
)
select d.kind, d.id, d.thread_id from (select 1) as one left join all_due d on true;
