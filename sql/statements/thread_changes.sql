-- thread bigint, since bigint, viewer bigint, rows bigint -> the thread in every row (one row at least where there ever was
-- such a thread), and its posts changed after that number, oldest change first, as they are now.
select t.id as t_id, t.title as t_title, t.category as t_category, t.by_id as t_by_id, t.author_name as t_author_name,
    t.created_ms as t_created_ms, t.last_post_ms as t_last_post_ms, t.post_count as t_post_count,
    t.like_count as t_like_count, t.seq as t_seq, t.head_seq as t_head_seq, t.locked as t_locked, t.pinned as t_pinned,
    t.meta as t_meta, t.deleted as t_deleted, (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $3::bigint) as hidden_count,
    coalesce((select blocks_version from accounts where id = $3::bigint), 0) as blocks_version,
    p.id, p.thread_id, p.title, p.body, p.author_id as by_id, a.name as author_name, p.reply_to, p.like_count,
    ms(p.created_at) as created_ms, ms(p.edited_at) as edited_ms, p.meta, p.seq, p.content_seq, p.deleted_at is not null as deleted,
    n.live_posts as author_posts,
    exists (select from blocks b where b.member_id = $3::bigint and b.blocked_id = p.author_id) as blocked
from thread_rows t
left join lateral (
    select * from posts where thread_id = t.id and seq > $2::bigint order by seq limit $4::bigint
) as p on true
left join accounts a on a.id = p.author_id
left join thread_authors n on n.thread_id = p.thread_id and n.author_id = p.author_id
where t.id = $1::bigint
order by p.seq;
