-- actor bigint (0: the operator), needed bigint (a role's rank), command text, why text -> refusal, changed, audit_id: of a
-- command whose work is done by statements of its own.
with judged as (
    select actor_refusal($1::bigint, $2::bigint::int) as refusal
), audited as (
    insert into audit (actor_id, command, why)
    select nullif($1::bigint, 0), $3::text, $4::text from judged where refusal is null returning id
)
select j.refusal, u.id is not null as changed, u.id as audit_id from judged j left join audited u on true;
