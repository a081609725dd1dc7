-- account bigint -> kind, id, thread_id: at most 500 rows of the next kind that a deleted account left behind, first
-- its likes, then posts, threads, blocks by it and of it, reports, edits, read marks; one row without a kind when all is done.
with likes_left as (
    select 'like' as kind, l.post_id as id, p.thread_id from likes l join posts p on p.id = l.post_id
    where l.member_id = $1::bigint order by l.post_id limit 500
), posts_left as (
    select 'post' as kind, id, thread_id from posts
    where author_id = $1::bigint and not exists (select from likes_left) order by id limit 500
), threads_left as (
    select 'thread' as kind, id, id as thread_id from threads
    where author_id = $1::bigint and not exists (select from likes_left) and not exists (select from posts_left)
    order by id limit 500
), blocks_left as (
    select 'block' as kind, id, null::bigint as thread_id from blocks
    where (member_id = $1::bigint or blocked_id = $1::bigint) and not exists (select from likes_left)
        and not exists (select from posts_left) and not exists (select from threads_left)
    order by id limit 500
), told_left as (
    select * from likes_left union all select * from posts_left union all select * from threads_left
    union all select * from blocks_left
), reports_left as (
    select 'report' as kind, id, null::bigint as thread_id from reports
    where member_id = $1::bigint and not exists (select from told_left) order by id limit 500
), edits_left as (
    select distinct 'edit' as kind, post_id as id, null::bigint as thread_id from post_edits
    where editor_id = $1::bigint and not exists (select from told_left) order by id limit 500
), marks_left as (
    select 'mark' as kind, thread_id as id, null::bigint as thread_id from read_marks
    where member_id = $1::bigint and not exists (select from told_left) order by thread_id limit 500
), quiet_left as (
    select * from reports_left union all select * from edits_left union all select * from marks_left
), all_left as (
    select * from told_left
    union all (select * from quiet_left where kind = (select max(kind) from quiet_left))
)
select l.kind, l.id, l.thread_id from (select 1) as one left join all_left l on true;
