-- account bigint, post bigint[] -> a row for each post that lost the account's like.
with gone as (
    delete from likes where member_id = $1::bigint and post_id = any ($2::bigint[]) returning post_id
), lost as (
    select p.id, p.thread_id, p.deleted_at is null as live,
        row_number() over (partition by p.thread_id order by p.id) as nth
    from gone g join posts p on p.id = g.post_id
), moved as (
    update threads t set seq = t.seq + g.posts, like_count = t.like_count - g.live, moved_at = clock_timestamp()
    from (select thread_id, count(*) as posts, count(*) filter (where live) as live from lost group by 1) g
    where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.like_count, t.last_post_at, t.author_id
), counted as (
    update posts p set like_count = p.like_count - 1, seq = m.base + l.nth
    from lost l join moved m on m.id = l.thread_id where p.id = l.id
    returning p.id, p.thread_id, p.author_id, p.like_count, p.seq, p.deleted_at is not null as deleted
)
select c.id, c.thread_id, c.author_id as by_id, c.like_count, c.seq, c.deleted, m.seq as t_seq,
    m.post_count as t_post_count, m.like_count as t_like_count, ms(m.last_post_at) as t_last_post_ms,
    m.author_id as t_by_id, n.live_posts as author_posts
from counted c join moved m on m.id = c.thread_id
left join thread_authors n on n.thread_id = c.thread_id and n.author_id = c.author_id
order by c.thread_id, c.seq;
