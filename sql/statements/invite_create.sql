-- actor bigint (0: the operator), code_hash bytea -> refusal, changed, audit_id: lets one account be made within 30 days.
with judged as (
    select actor_refusal($1::bigint, 2) as refusal
), added as (
    insert into invites (code_hash, made_by) select $2::bytea, nullif($1::bigint, 0) from judged where refusal is null returning code_hash
), audited as (
    insert into audit (actor_id, command) select nullif($1::bigint, 0), 'invite' from added returning id
)
select j.refusal, u.id is not null as changed, u.id as audit_id from judged j left join audited u on true;
