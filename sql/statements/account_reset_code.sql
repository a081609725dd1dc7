-- actor bigint (0: the operator), name_key text, code_hash bytea -> refusal, changed, audit_id, account_id: the code may
-- be used once within 24 hours.
with judged as materialized (
    select o.id, o.name, target_refusal($1::bigint, 3, o.id) as refusal
    from (select 1) as one left join accounts o on o.name_key = $2::text
), moved as (
    update accounts a set reset_hash = $3::bytea, reset_until = clock_timestamp() + interval '24 hours'
    from judged j where a.id = j.id and j.refusal is null returning a.id
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'reset', 'account ' || id from moved returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name
from judged j left join moved m on true left join audited u on true;
