-- actor bigint (0: the operator), thread bigint, command text (null: the author's own wish), why text -> refusal, changed,
-- audit_id, the thread: it is gone with all its posts, which stay as they are should it come back.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as materialized (
    select t.id, t.author_id,
        case when $1::bigint <> 0 and m.id is null then 'badCredentials'
             when a.id is null and ($3::text is not null
                 or m.role <> 'member' and t.author_id is distinct from $1::bigint) then account_refusal($1::bigint)
             when t.id is null or t.deleted_at is not null then 'notFound'
             when coalesce(a.rank, 1) < 2 and ($3::text is not null or t.author_id is distinct from $1::bigint) then 'forbidden' end as refusal
    from (select 1) as one left join acting a on true
    left join accounts m on m.id = $1::bigint and m.deleted_at is null
    left join threads t on t.id = $2::bigint
), audited as (
    insert into audit (actor_id, command, target, why)
    select nullif($1::bigint, 0), coalesce($3::text, 'delete thread'), 'thread ' || id, $4::text
    from judged where refusal is null and ($3::text is not null or author_id is distinct from $1::bigint)
    returning id
), moved as (
    update threads t set deleted_at = clock_timestamp(), deleted_by = nullif($1::bigint, 0),
        deleted_audit = (select id from audited), seq = t.seq + 1, head_seq = t.seq + 1, moved_at = clock_timestamp()
    from judged j where t.id = j.id and j.refusal is null returning t.*
), counted as (
    update categories c set thread_count = c.thread_count - 1 from moved m where c.name = m.category
)
select j.refusal, m.id is not null as changed, u.id as audit_id, t.id, t.title, t.category, t.by_id, t.author_name,
    t.created_ms, t.last_post_ms, t.post_count, t.like_count, coalesce(m.seq, t.seq) as seq, t.locked, t.pinned, t.meta,
    m.deleted_at is not null as deleted, (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) as hidden_count, true as acting
from judged j left join moved m on true left join audited u on true
left join thread_rows t on t.id = j.id and j.refusal is null;
