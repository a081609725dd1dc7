-- actor bigint (0: the operator), name_key text, role text -> refusal, changed, audit_id, account_id.
with judged as materialized (
    select o.id, o.name, o.role, coalesce(
        target_refusal($1::bigint, 3, o.id),
        case when $3::text <> 'admin' and is_last_admin(o) then 'conflict' end) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), moved as (
    update accounts a set role = $3::text
    from judged j where a.id = j.id and j.refusal is null and j.role <> $3::text returning a.id
), audited as (
    insert into audit (actor_id, command, target, before)
    select nullif($1::bigint, 0), 'role ' || $3::text, 'account ' || m.id, jsonb_build_object('role', j.role)
    from moved m join judged j on j.id = m.id returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name,
    (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
