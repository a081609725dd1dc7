-- thread bigint[], viewer bigint -> the numbers of those threads that are there.
select t.id, t.post_count, t.like_count, ms(t.last_post_at) as last_post_ms, t.author_id as by_id, t.seq,
    (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $2::bigint) as hidden_count
from threads t where t.id = any ($1::bigint[]) and t.deleted_at is null order by t.id;
