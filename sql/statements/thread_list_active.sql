-- viewer bigint, pinned boolean, key bigint, id bigint, rows bigint
-- -> threads below that place, pinned ones first, then last post first. At most 1,000 are looked at for a page: `is_edge` is the
-- last one looked at, returned without being shown where the page is short of rows.
with scanned as materialized (
    select id, title, category, author_id, created_at, last_post_at, post_count, like_count, seq, locked,
        pinned, meta, (extract(epoch from active_at) * 1000000)::bigint as key,
        row_number() over (order by pinned desc, active_at desc, id desc) as nth
    from threads
    where deleted_at is null and (pinned, active_at, id) < ($2::boolean, timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::bigint)
    order by pinned desc, active_at desc, id desc limit 1000
), page as materialized (
    select s.* from scanned s
    where not exists (select from blocks b where b.member_id = $1::bigint and b.blocked_id = s.author_id)
    limit $5::bigint
), edge as (
    select s.* from scanned s where (select count(*) from page) < $5::bigint order by s.nth desc limit 1
)
select r.id, r.title, r.category, r.author_id as by_id, (select name from accounts where id = r.author_id) as author_name, ms(r.created_at) as created_ms,
    ms(r.last_post_at) as last_post_ms, r.post_count, r.like_count, r.seq, r.locked, r.pinned, r.meta, r.key, r.nth,
    r.is_edge, case when r.is_edge then 0 else (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = r.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) end as hidden_count,
    case when r.is_edge then 0 else unread_posts(r.id, $1::bigint) end as unread,
    exists (select from acting_accounts where id = $1::bigint) as acting
from (select *, false as is_edge from page union all select *, true from edge) as r
order by r.is_edge, r.nth;
