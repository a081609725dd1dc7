-- thread bigint: makes the thread's kept numbers what its rows say, and raises its change number, so that clients hear.
with counted as (
    select p.id, p.created_at, p.like_count, p.author_id, p.deleted_at is null as live,
        (select count(*) from likes l where l.post_id = p.id) as likes
    from posts p where p.thread_id = $1::bigint
), wrong as (
    select id, likes, row_number() over (order by id) as nth from counted where likes <> like_count
), base as (
    select greatest(t.seq, t.head_seq, coalesce((select max(seq) from posts where thread_id = t.id), 0)) as seq
    from threads t where t.id = $1::bigint
), fixed as (
    update posts p set like_count = w.likes, seq = b.seq + w.nth from wrong w, base b where p.id = w.id returning p.id
), authors as (
    select author_id, count(*) filter (where live) as posts from counted where author_id is not null group by 1
), cleared as (
    delete from thread_authors n where n.thread_id = $1::bigint
        and not exists (select from authors a where a.author_id = n.author_id)
), tallied as (
    insert into thread_authors as n (thread_id, author_id, live_posts) select $1::bigint, author_id, posts from authors
    on conflict (thread_id, author_id) do update set live_posts = excluded.live_posts
        where n.live_posts <> excluded.live_posts
)
update threads t set post_count = c.posts, like_count = c.likes, last_post_at = c.newest,
    active_at = coalesce(c.newest, t.created_at), seq = b.seq + (select count(*) from wrong) + 1,
    head_seq = b.seq + (select count(*) from wrong) + 1, moved_at = clock_timestamp()
from base b, (
    select count(*) filter (where live) as posts, coalesce(sum(likes) filter (where live), 0) as likes,
        (array_agg(created_at order by id desc) filter (where live))[1] as newest
    from counted
) c where t.id = $1::bigint
returning t.id, t.seq;
