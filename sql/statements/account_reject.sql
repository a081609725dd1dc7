-- actor bigint (0: the operator), name_key text -> refusal, changed, audit_id, account_id, ended: who registered is gone,
-- and the name is free. What little the account left behind is dealt with in steps (account_erase_*.sql).
with judged as materialized (
    select o.id, o.name, coalesce(
        target_refusal($1::bigint, 2, o.id), case when not o.is_waiting then 'conflict settled' end) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), gone as (
    update accounts a set deleted_at = clock_timestamp(), name = null, name_key = null, password_hash = null,
        subject = null, reset_hash = null, reset_until = null, suspended_until = null, suspended_why = null, is_waiting = false
    from judged j where a.id = j.id and j.refusal is null and a.is_waiting returning a.id
), ended as (
    delete from sessions where account_id = (select id from gone) returning id
), audited as (
    insert into audit (actor_id, command, target, before)
    select nullif($1::bigint, 0), 'reject', 'account ' || g.id, jsonb_build_object('name', j.name)
    from gone g join judged j on j.id = g.id returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from gone
)
select j.refusal, g.id is not null as changed, u.id as audit_id, j.id as account_id, j.name,
    array(select id from ended) as ended, (select count(*) from told) as told
from judged j left join gone g on true left join audited u on true;
