-- actor bigint (0: the operator), thread bigint, command text, why text -> refusal, changed, audit_id, the thread: a
-- deleted thread is there again, with all that was in it; one that is not deleted is a conflict.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as materialized (
    select t.id,
        case when a.id is null then account_refusal($1::bigint)
             when t.id is null then 'notFound'
             when t.deleted_at is null then 'conflict'
             when a.rank < 2 then 'forbidden' end as refusal
    from (select 1) as one left join acting a on true
    left join accounts m on m.id = $1::bigint and m.deleted_at is null
    left join threads t on t.id = $2::bigint
), moved as (
    update threads t set deleted_at = null, deleted_by = null, seq = t.seq + 1, head_seq = t.seq + 1,
        moved_at = clock_timestamp()
    from judged j where t.id = j.id and j.refusal is null returning t.*
), counted as (
    insert into categories as c (name, thread_count) select category, 1 from moved where category is not null
    on conflict (name) do update set thread_count = c.thread_count + 1
), audited as (
    insert into audit (actor_id, command, target, why)
    select nullif($1::bigint, 0), coalesce($3::text, 'restore thread'), 'thread ' || m.id, $4::text
    from moved m 
    returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, t.id, t.title, t.category, t.by_id, t.author_name,
    t.created_ms, t.last_post_ms, t.post_count, t.like_count, coalesce(m.seq, t.seq) as seq, t.locked, t.pinned, t.meta,
    m.deleted_at is not null as deleted, (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) as hidden_count, true as acting
from judged j left join moved m on true left join audited u on true
left join thread_rows t on t.id = j.id and j.refusal is null;
