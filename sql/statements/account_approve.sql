-- actor bigint (0: the operator), name_key text -> refusal, changed, audit_id, account_id: who registered may act from now on.
with judged as materialized (
    select o.id, o.name, coalesce(
        target_refusal($1::bigint, 2, o.id), case when not o.is_waiting then 'conflict settled' end) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), moved as (
    update accounts a set is_waiting = false, suspended_until = null, suspended_why = null
    from judged j where a.id = j.id and j.refusal is null and a.is_waiting returning a.id
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'approve', 'account ' || id from moved returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name,
    (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
