-- viewer bigint, thread bigint, key bigint, id bigint, rows bigint
-- -> the thread's numbers in every row (one row at least where the thread is there), and its posts below that place,
-- created last first. At most 1,000 are looked at for a page: `is_edge` is the last one looked at, returned without
-- being shown where the page is short of rows.
with thread as materialized (
    select id, post_count, seq from threads where id = $2::bigint and deleted_at is null
), scanned as materialized (
    select id, thread_id, title, body, author_id, reply_to, like_count, created_at, edited_at, meta, seq,
        row_number() over (order by id desc) as nth
    from posts
    where thread_id = $2::bigint and deleted_at is null and id < $4::bigint and $3::bigint is not null
    order by id desc limit 1000
), page as materialized (
    select s.* from scanned s
    where not exists (select from blocks b where b.member_id = $1::bigint and b.blocked_id = s.author_id)
    limit $5::bigint
), edge as (
    select s.* from scanned s where (select count(*) from page) < $5::bigint order by s.nth desc limit 1
)
select t.post_count, t.seq as t_seq, (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) as hidden_count,
    r.id, r.thread_id, r.title, r.body, r.author_id as by_id, (select name from accounts where id = r.author_id) as author_name, r.reply_to, r.like_count,
    exists (select from likes l where l.post_id = r.id and l.member_id = $1::bigint) as liked,
    ms(r.created_at) as created_ms, ms(r.edited_at) as edited_ms, r.meta, r.seq, r.nth, r.is_edge
from thread t
left join (select *, false as is_edge from page union all select *, true from edge) as r on true
order by r.is_edge, r.nth;
