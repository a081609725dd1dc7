-- actor bigint (0: the operator), account bigint, undone bigint (the audited `suspend`) -> refusal, changed, audit_id,
-- account_id, name: its suspension is what it was before that command; one changed since is a conflict.
with judged as materialized (
    select o.id, o.name, e.id as entry, e.before, case
        when undo_refusal($1::bigint, e) is not null then undo_refusal($1::bigint, e)
        when o.id is null then 'conflict changed'
        when target_refusal($1::bigint, 2, o.id) is not null then target_refusal($1::bigint, 2, o.id)
        when o.suspended_audit is distinct from e.id then 'conflict changed' end as refusal
    from (select 1) as one
    left join audit e on e.id = $3::bigint and e.command = 'suspend' and e.target = 'account ' || $2::bigint
    left join accounts o on o.id = $2::bigint and o.deleted_at is null
), moved as (
    update accounts a set suspended_until = (j.before ->> 'until')::timestamptz, suspended_why = j.before ->> 'why',
        suspended_audit = (j.before ->> 'audit')::bigint
    from judged j where a.id = j.id and j.refusal is null returning a.id
), undone as (
    update audit e set undone_at = clock_timestamp() from judged j join moved m on m.id = j.id where e.id = j.entry
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'undo', 'audit ' || j.entry from judged j join moved m on m.id = j.id returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name, (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
