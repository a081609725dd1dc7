-- actor bigint (0: the operator), post bigint, why text -> refusal, changed, audit_id, the post, its thread: a deleted
-- post is there again, with its likes; one that is not deleted is a conflict.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as materialized (
    select p.id, p.thread_id, p.author_id, p.like_count, p.deleted_at,
        case when a.id is null then account_refusal($1::bigint)
             when a.rank < 2 then 'forbidden'
             when p.id is null or t.id is null or p.erased_at is not null then 'notFound'
             when p.deleted_at is null then 'conflict' end as refusal
    from (select 1) as one left join acting a on true
    left join posts p on p.id = $2::bigint
    left join threads t on t.id = p.thread_id and t.deleted_at is null
), moved as (
    update threads t set seq = t.seq + 1, post_count = t.post_count + 1, like_count = t.like_count + j.like_count,
        last_post_at = n.created_at, active_at = n.created_at, moved_at = clock_timestamp()
    from judged j cross join lateral (
        select p.created_at from posts p
        where p.thread_id = j.thread_id and (p.deleted_at is null or p.id = j.id) order by p.id desc limit 1
    ) n where t.id = j.thread_id and j.refusal is null
    returning t.id, t.seq, t.post_count, t.like_count, t.last_post_at, t.author_id
), back as (
    update posts p set deleted_at = null, deleted_by = null, deleted_audit = null, seq = m.seq, content_seq = m.seq from moved m
    where p.id = $2::bigint and p.thread_id = m.id returning p.id, p.seq
), tallied as (
    insert into thread_authors as n (thread_id, author_id, live_posts)
    select thread_id, author_id, 1 from judged where refusal is null and author_id is not null
    on conflict (thread_id, author_id) do update set live_posts = n.live_posts + 1 returning n.live_posts
), audited as (
    insert into audit (actor_id, command, target, why)
    select nullif($1::bigint, 0), 'restore post', 'post ' || id, $3::text from back returning id
)
select j.refusal, b.id is not null as changed, u.id as audit_id, p.id, p.thread_id, p.title, p.body, p.by_id, p.author_name,
    p.reply_to, p.like_count, p.created_ms, p.edited_ms, p.meta, coalesce(b.seq, p.seq) as seq, false as deleted,
    m.seq as t_seq, m.post_count as t_post_count, m.like_count as t_like_count, ms(m.last_post_at) as t_last_post_ms,
    m.author_id as t_by_id, n.live_posts as author_posts
from judged j
left join back b on true left join moved m on true left join tallied n on true left join audited u on true
left join post_rows p on p.id = j.id;
