-- actor bigint (0: the operator), report bigint, state text -> refusal, changed, audit_id: an open report is settled.
with report as materialized (
    select * from reports where id = $2::bigint for update
), judged as materialized (
    select r.id, coalesce(actor_refusal($1::bigint, 2),
        case when r.id is null then 'notFound' when r.state <> 'open' then 'conflict' end) as refusal
    from (select 1) as one left join report r on true
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), case $3::text when 'dismissed' then 'resolve dismiss' else 'resolve' end, 'report ' || id
    from judged where refusal is null returning id
), moved as (
    update reports r set state = $3::text, resolved_at = clock_timestamp(), resolved_audit = u.id
    from judged j, audited u where r.id = j.id and r.state = 'open' returning r.id
)
select j.refusal, u.id is not null as changed, u.id as audit_id, (select count(*) from moved) as moved
from judged j left join audited u on true;
