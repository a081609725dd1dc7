-- actor bigint (0: the operator), thread bigint, undone bigint (the audited `move` or `rename`) -> refusal, changed,
-- audit_id, the thread: its category or title is again what it was; one that was changed since is a conflict.
with judged as materialized (
    select t.id, t.category, e.id as entry, e.command, e.before, case
        when undo_refusal($1::bigint, e) is not null then undo_refusal($1::bigint, e)
        when t.id is null or e.command = 'rename' and t.title is distinct from e.after ->> 'title'
            or e.command = 'move' and t.category is distinct from e.after ->> 'category' then 'conflict changed' end as refusal
    from (select 1) as one
    left join audit e on e.id = $3::bigint and e.command in ('rename', 'move') and e.target = 'thread ' || $2::bigint
    left join threads t on t.id = $2::bigint and t.deleted_at is null
), moved as (
    update threads t set title = case j.command when 'rename' then j.before ->> 'title' else t.title end,
        category = case j.command when 'move' then j.before ->> 'category' else t.category end,
        seq = t.seq + 1, head_seq = t.seq + 1, moved_at = clock_timestamp()
    from judged j where t.id = j.id and j.refusal is null returning t.*
), left_category as (
    update categories c set thread_count = c.thread_count - 1 from judged j join moved m on m.id = j.id
    where c.name = j.category and j.category is distinct from m.category
), joined_category as (
    insert into categories as c (name, thread_count)
    select m.category, 1 from judged j join moved m on m.id = j.id
    where m.category is not null and j.category is distinct from m.category
    on conflict (name) do update set thread_count = c.thread_count + 1
), undone as (
    update audit e set undone_at = clock_timestamp() from judged j join moved m on m.id = j.id where e.id = j.entry
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'undo', 'audit ' || j.entry from judged j join moved m on m.id = j.id returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, t.id, m.title, m.category, t.by_id, t.author_name,
    t.created_ms, t.last_post_ms, t.post_count, t.like_count, m.seq, t.locked, t.pinned, t.meta, false as deleted
from judged j left join moved m on true left join audited u on true
left join thread_rows t on t.id = j.id and j.refusal is null;
