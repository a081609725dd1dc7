-- account bigint, post bigint[] -> a row for each post that is gone now: the post, and its thread as it is now.
with gone as materialized (
    select p.id, p.thread_id, p.like_count, a.purge_audit, e.actor_id,
        row_number() over (partition by p.thread_id order by p.id) as nth
    from posts p join accounts a on a.id = p.author_id and a.purge_audit is not null join audit e on e.id = a.purge_audit
    where p.id = any ($2::bigint[]) and p.author_id = $1::bigint and p.deleted_at is null
), moved as (
    update threads t set seq = t.seq + g.posts, post_count = t.post_count - g.posts, like_count = t.like_count - g.likes,
        last_post_at = g.newest, active_at = coalesce(g.newest, t.created_at), moved_at = clock_timestamp()
    from (
        select c.thread_id, count(*) as posts, sum(c.like_count) as likes,
            (select p.created_at from posts p where p.thread_id = c.thread_id and p.deleted_at is null
                and p.id <> all (array_agg(c.id)) order by p.id desc limit 1) as newest
        from gone c group by c.thread_id
    ) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.like_count, t.last_post_at, t.author_id
), removed as (
    update posts p set deleted_at = clock_timestamp(), deleted_by = g.actor_id, deleted_audit = g.purge_audit,
        seq = m.base + g.nth, content_seq = m.base + g.nth
    from gone g join moved m on m.id = g.thread_id where p.id = g.id
    returning p.id, p.thread_id, p.seq
), tallied as (
    update thread_authors n set live_posts = n.live_posts - g.posts
    from (select thread_id, count(*) as posts from gone group by 1) g
    where n.thread_id = g.thread_id and n.author_id = $1::bigint
    returning n.thread_id, n.live_posts
)
select r.id, r.thread_id, $1::bigint as by_id, r.seq, true as deleted, m.seq as t_seq, m.post_count as t_post_count,
    m.like_count as t_like_count, ms(m.last_post_at) as t_last_post_ms, m.author_id as t_by_id, n.live_posts as author_posts
from removed r join moved m on m.id = r.thread_id left join tallied n on n.thread_id = r.thread_id
order by r.thread_id, r.seq;
