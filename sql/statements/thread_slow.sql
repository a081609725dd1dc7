-- actor bigint (0: the operator), thread bigint, seconds bigint (null: off) -> refusal, changed, audit_id, title: how
-- often each member may post in the thread.
with judged as materialized (
    select t.id, t.title, t.slow_seconds, coalesce(
        actor_refusal($1::bigint, 2), case when t.id is null then 'notFound' end) as refusal
    from (select 1) as one left join threads t on t.id = $2::bigint and t.deleted_at is null
), moved as (
    update threads t set slow_seconds = $3::bigint
    from judged j where t.id = j.id and j.refusal is null and t.slow_seconds is distinct from $3::bigint returning t.id
), audited as (
    insert into audit (actor_id, command, target, before, after)
    select nullif($1::bigint, 0), 'slow ' || coalesce($3::bigint || 's', 'off'), 'thread ' || m.id, jsonb_build_object('seconds', j.slow_seconds),
        jsonb_build_object('seconds', $3::bigint)
    from moved m join judged j on j.id = m.id returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.title
from judged j left join moved m on true left join audited u on true;
