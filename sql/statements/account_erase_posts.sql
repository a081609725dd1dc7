-- account bigint, post bigint[] -> a row for each post whose author became nobody: the post, and its thread as it is now.
with gone as (
    select p.id, p.thread_id, p.deleted_at is null as live,
        row_number() over (partition by p.thread_id order by p.id) as nth
    from posts p where p.id = any ($2::bigint[]) and p.author_id = $1::bigint
), moved as (
    update threads t set seq = t.seq + g.posts, moved_at = clock_timestamp()
    from (select thread_id, count(*) as posts from gone group by 1) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.like_count, t.last_post_at, t.author_id
), freed as (
    update posts p set author_id = null, client_key = null, seq = m.base + g.nth, content_seq = m.base + g.nth
    from gone g join moved m on m.id = g.thread_id where p.id = g.id
    returning p.id, p.thread_id, p.title, p.body, p.reply_to, p.like_count, p.created_at, p.edited_at, p.meta, p.seq,
        p.deleted_at is not null as deleted
), tallied as (
    update thread_authors n set live_posts = n.live_posts - g.posts
    from (select thread_id, count(*) filter (where live) as posts from gone group by 1) g
    where n.thread_id = g.thread_id and n.author_id = $1::bigint
    returning n.thread_id, n.live_posts
)
select f.id, f.thread_id, f.title, f.body, null::bigint as by_id, null::text as author_name, f.reply_to, f.like_count,
    ms(f.created_at) as created_ms, ms(f.edited_at) as edited_ms, f.meta, f.seq, f.deleted,
    m.seq as t_seq, m.post_count as t_post_count, m.like_count as t_like_count, ms(m.last_post_at) as t_last_post_ms,
    m.author_id as t_by_id, $1::bigint as tally_id, n.live_posts as author_posts
from freed f join moved m on m.id = f.thread_id left join tallied n on n.thread_id = f.thread_id
order by f.thread_id, f.seq;
