-- post bigint, viewer bigint -> the post; `blocked` where the viewer blocks its author; no row where it is not there.
select p.id, p.thread_id, p.title, p.body, p.by_id, p.author_name, p.reply_to, p.like_count, p.created_ms, p.edited_ms, p.meta,
    p.seq, false as deleted,
    exists (select from likes l where l.post_id = p.id and l.member_id = $2::bigint) as liked,
    exists (select from blocks b where b.member_id = $2::bigint and b.blocked_id = p.by_id) as blocked
from post_rows p join threads t on t.id = p.thread_id and t.deleted_at is null
where p.id = $1::bigint and not p.deleted;
