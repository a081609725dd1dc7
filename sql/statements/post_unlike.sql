-- post bigint[], member bigint[] -> ord, refusal, liked, like_count, seq, changed: one row for each element, in order.
-- Withdrawing is open to the suspended, and to those who have blocked the author since.
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[]) with ordinality as w (post_id, member_id, ord)
), judged as materialized (
    select w.*, p.thread_id, p.author_id,
        case when m.id is null then 'badCredentials'
             when p.id is null or t.id is null then 'notFound'
             when p.author_id = w.member_id then 'forbidden' end as refusal
    from wanted w
    left join lateral (select * from accounts where id = w.member_id and deleted_at is null limit 1) m on true
    left join lateral (select * from posts where id = w.post_id and deleted_at is null limit 1) p on true
    left join lateral (select * from threads where id = p.thread_id and deleted_at is null limit 1) t on true
), changed as (
    delete from likes l using (select distinct post_id, member_id from judged where refusal is null) j
    where l.post_id = j.post_id and l.member_id = j.member_id returning l.post_id, l.member_id
), told as (
    -- For the members' other connections, whichever process serves them.
    select pg_notify('keijiban', coalesce(current_setting('keijiban.origin', true), '-') || ' ' || string_agg(word, ' '))
    from (
        select 'l' || c.member_id || ':' || c.post_id || ':' || p.thread_id || ':0' as word,
            (row_number() over () - 1) / 100 as piece
        from changed c join posts p on p.id = c.post_id
    ) words group by piece
), gained as (
    select p.thread_id, c.post_id, count(*) as likes,
        row_number() over (partition by p.thread_id order by c.post_id) as nth
    from changed c join posts p on p.id = c.post_id group by 1, 2
), moved as (
    update threads t set seq = t.seq + g.posts, like_count = t.like_count - g.likes, moved_at = clock_timestamp()
    from (select thread_id, count(*) as posts, sum(likes) as likes from gained group by 1) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.like_count, t.last_post_at, t.author_id
), counted as (
    update posts p set like_count = p.like_count - g.likes, seq = m.base + g.nth
    from gained g join moved m on m.id = g.thread_id where p.id = g.post_id
    returning p.id, p.like_count, p.seq
)
select j.ord, j.refusal, false as liked, d.post_id is not null as changed, j.post_id as id, j.thread_id, j.author_id as by_id,
    coalesce(c.like_count, p.like_count) as like_count, coalesce(c.seq, p.seq) as seq, false as deleted,
    coalesce(c.seq, t.seq) as t_seq, t.post_count as t_post_count, coalesce(m.like_count, t.like_count) as t_like_count,
    ms(t.last_post_at) as t_last_post_ms, t.author_id as t_by_id, n.live_posts as author_posts,
    (select count(*) from told) as told
from judged j
left join posts p on p.id = j.post_id
left join threads t on t.id = j.thread_id
left join moved m on m.id = j.thread_id
left join counted c on c.id = j.post_id
left join changed d on d.post_id = j.post_id and d.member_id = j.member_id
left join thread_authors n on n.thread_id = j.thread_id and n.author_id = j.author_id
order by j.ord;
