-- actor bigint (0: the operator), text text -> refusal, changed, audit_id: every process tells all its connections.
with judged as (
    select actor_refusal($1::bigint, 3) as refusal
), audited as (
    insert into audit (actor_id, command, why)
    select nullif($1::bigint, 0), 'notice', $2::text from judged where refusal is null returning id
), told as (
    select pg_notify('keijiban', '- n' || id) from audited
)
select j.refusal, u.id is not null as changed, u.id as audit_id, (select count(*) from told) as told
from judged j left join audited u on true;
