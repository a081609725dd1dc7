-- actor bigint (0: the operator), name_key text, seconds bigint (null: for good), why text -> refusal, changed, audit_id,
-- account_id, until_ms.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as materialized (
    select o.id, o.name, o.suspended_until, o.suspended_why,
        case when a.id is null then account_refusal($1::bigint)
             when a.rank < 2 then 'forbidden'
             when o.id is null then 'notFound'
             when a.rank <= case o.role when 'member' then 1 when 'moderator' then 2 else 3 end then 'forbidden'
             when o.role = 'admin' and not exists (
                 select from accounts l where l.role = 'admin' and l.deleted_at is null and l.id <> o.id) then 'conflict'
             end as refusal
    from (select 1) as one left join acting a on true
    left join accounts o on o.name_key = $2::text and o.deleted_at is null
), moved as (
    update accounts a set suspended_until = case when $3::bigint is null then 'infinity'
            else clock_timestamp() + $3::bigint * interval '1 second' end, suspended_why = $4::text
    from judged j where a.id = j.id and j.refusal is null and true
    returning a.id, a.suspended_until
), audited as (
    insert into audit (actor_id, command, target, why, before)
    select nullif($1::bigint, 0), 'suspend', 'account ' || m.id, $4::text,
        jsonb_build_object('until', j.suspended_until, 'why', j.suspended_why)
    from moved m join judged j on j.id = m.id returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name, ms(m.suspended_until) as until_ms,
    (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
