-- account bigint, thread bigint[] -> a row for each thread whose author became nobody.
with moved as (
    update threads t set author_id = null, client_key = null, seq = t.seq + 1, head_seq = t.seq + 1,
        moved_at = clock_timestamp()
    where t.id = any ($2::bigint[]) and t.author_id = $1::bigint
    returning t.*
)
select m.id, m.title, m.category, null::bigint as by_id, null::text as author_name, ms(m.created_at) as created_ms,
    ms(m.last_post_at) as last_post_ms, m.post_count, m.like_count, m.seq, m.locked, m.pinned, m.meta,
    m.deleted_at is not null as deleted
from moved m order by m.id;
