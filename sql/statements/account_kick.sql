-- actor bigint (0: the operator), name_key text -> refusal, changed, audit_id, account_id, ended: the account's sessions are over.
with judged as materialized (
    select o.id, o.name, target_refusal($1::bigint, 2, o.id) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), ended as (
    delete from sessions s using judged j where s.account_id = j.id and j.refusal is null returning s.id
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'kick', 'account ' || id from judged where exists (select from ended) returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from judged where exists (select from ended)
)
select j.refusal, u.id is not null as changed, u.id as audit_id, j.id as account_id, j.name,
    array(select id from ended) as ended, (select count(*) from told) as told
from judged j left join audited u on true;
