-- actor bigint (0: the operator), thread bigint, why text, undone bigint (the audited deletion that is undone; null: none)
-- -> refusal, changed, audit_id, the thread: a deleted thread is there again, with all that was in it; one that is not
-- deleted is a conflict.
with judged as materialized (
    select t.id, e.id as entry, case
        when actor_refusal($1::bigint, 2) is not null then actor_refusal($1::bigint, 2)
        when $4::bigint is not null and undo_refusal($1::bigint, e) is not null then undo_refusal($1::bigint, e)
        when t.id is null or t.erased_at is not null then case when $4::bigint is null then 'notFound' else 'conflict' end
        when t.deleted_at is null or (e.id is not null and t.deleted_audit is distinct from e.id) then 'conflict' end as refusal
    from (select 1) as one
    left join threads t on t.id = $2::bigint
    left join audit e on e.id = $4::bigint
), moved as (
    update threads t set deleted_at = null, deleted_by = null, deleted_audit = null, seq = t.seq + 1, head_seq = t.seq + 1,
        moved_at = clock_timestamp()
    from judged j where t.id = j.id and j.refusal is null returning t.*
), counted as (
    insert into categories as c (name, thread_count) select category, 1 from moved where category is not null
    on conflict (name) do update set thread_count = c.thread_count + 1
), undone as (
    update audit e set undone_at = clock_timestamp() from judged j join moved m on m.id = j.id where e.id = j.entry
), audited as (
    insert into audit (actor_id, command, target, why)
    select nullif($1::bigint, 0), case when $4::bigint is null then 'restore thread' else 'undo' end,
        case when $4::bigint is null then 'thread ' || m.id else 'audit ' || $4::bigint end, $3::text
    from moved m returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, t.id, t.title, t.category, t.by_id, t.author_name,
    t.created_ms, t.last_post_ms, t.post_count, t.like_count, coalesce(m.seq, t.seq) as seq, t.locked, t.pinned, t.meta,
    false as deleted
from judged j left join moved m on true left join audited u on true
left join thread_rows t on t.id = j.id and j.refusal is null;
