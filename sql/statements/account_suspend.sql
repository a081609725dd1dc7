-- actor bigint (0: the operator), name_key text, seconds bigint (null: for good), why text -> refusal, changed, audit_id,
-- account_id, until_ms.
with judged as materialized (
    select o.*, coalesce(
        target_refusal($1::bigint, 2, o.id),
        case when is_last_admin(o) then 'conflict' when o.is_waiting then 'conflict waiting' end) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), audited as (
    insert into audit (actor_id, command, target, why, before)
    select nullif($1::bigint, 0), 'suspend', 'account ' || id, $4::text,
        jsonb_build_object('until', suspended_until, 'why', suspended_why, 'audit', suspended_audit)
    from judged where refusal is null returning id
), moved as (
    update accounts a set suspended_until = case when $3::bigint is null then 'infinity'
            else clock_timestamp() + $3::bigint * interval '1 second' end,
        suspended_why = $4::text, suspended_audit = u.id
    from judged j, audited u where a.id = j.id
    returning a.id, a.suspended_until
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name, ms(m.suspended_until) as until_ms,
    (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
