-- thread bigint[] -> these threads as they are now, deleted ones too.
select id, title, category, by_id, author_name, created_ms, last_post_ms, post_count, like_count, seq, head_seq, locked, pinned,
    meta, deleted
from thread_rows where id = any ($1::bigint[]) order by id;
