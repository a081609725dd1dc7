-- actor bigint (0: the operator), undone bigint (the audited `delete post`, `resolve delete` or `purge`) -> refusal,
-- changed, audit_id, posts: the posts that command removed come back, so many, in steps (posts_restore.sql).
with entry as materialized (
    select e.* from audit e where e.id = $2::bigint for update
), judged as materialized (
    select e.id, e.command, case
        when actor_refusal($1::bigint, 2) is not null then actor_refusal($1::bigint, 2)
        when undo_refusal($1::bigint, e) is not null then undo_refusal($1::bigint, e)
        when exists (select from accounts a where a.purge_audit = e.id) then 'conflict running'
        when not exists (select from posts p join threads t on t.id = p.thread_id
                where p.deleted_audit = e.id and p.erased_at is null
                    and (e.command = 'purge' or t.deleted_at is null)) then 'conflict changed' end as refusal
    from (select 1) as one left join entry e on true
), undone as (
    update audit e set undone_at = clock_timestamp(), is_undoing = true from judged j where e.id = j.id and j.refusal is null
    returning e.id
), opened as (
    update reports r set state = 'open', resolved_at = null, resolved_audit = null
    from undone u where r.resolved_audit = u.id
        and not exists (select from reports o where o.post_id = r.post_id and o.member_id = r.member_id and o.state = 'open')
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'undo', 'audit ' || id from undone returning id
)
select j.refusal, u.id is not null as changed, u.id as audit_id,
    (select count(*) from posts p where p.deleted_audit = j.id and p.erased_at is null) as posts
from judged j left join audited u on true;
