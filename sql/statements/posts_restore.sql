-- audit bigint, post bigint[] -> a row for each post that is there again: the post with its likes, and its thread as it
-- is now.
with back as materialized (
    select p.id, p.thread_id, p.author_id, p.like_count, row_number() over (partition by p.thread_id order by p.id) as nth
    from posts p join audit e on e.id = p.deleted_audit and e.is_undoing
    where p.id = any ($2::bigint[]) and p.deleted_audit = $1::bigint and p.deleted_at is not null and p.erased_at is null
), moved as (
    update threads t set seq = t.seq + g.posts, post_count = t.post_count + g.posts, like_count = t.like_count + g.likes,
        last_post_at = g.newest, active_at = g.newest, moved_at = clock_timestamp()
    from (
        select c.thread_id, count(*) as posts, sum(c.like_count) as likes,
            (select p.created_at from posts p where p.thread_id = c.thread_id
                and (p.deleted_at is null or p.id = any (array_agg(c.id))) order by p.id desc limit 1) as newest
        from back c group by c.thread_id
    ) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.like_count, t.last_post_at, t.author_id
), restored as (
    update posts p set deleted_at = null, deleted_by = null, deleted_audit = null, seq = m.base + b.nth,
        content_seq = m.base + b.nth
    from back b join moved m on m.id = b.thread_id where p.id = b.id
    returning p.id, p.seq
), tallied as (
    insert into thread_authors as n (thread_id, author_id, live_posts)
    select thread_id, author_id, count(*) from back where author_id is not null group by 1, 2
    on conflict (thread_id, author_id) do update set live_posts = n.live_posts + excluded.live_posts
    returning n.thread_id, n.author_id, n.live_posts
)
select p.id, p.thread_id, p.title, p.body, p.by_id, p.author_name, p.reply_to, p.like_count, p.created_ms, p.edited_ms,
    p.meta, r.seq, false as deleted, m.seq as t_seq, m.post_count as t_post_count, m.like_count as t_like_count,
    ms(m.last_post_at) as t_last_post_ms, m.author_id as t_by_id, n.live_posts as author_posts
from restored r join post_rows p on p.id = r.id join moved m on m.id = p.thread_id
left join tallied n on n.thread_id = p.thread_id and n.author_id = p.by_id
order by p.thread_id, r.seq;
