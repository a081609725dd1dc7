-- actor bigint (0: the operator), rows bigint -> refusal, and the newest entries: one row at least.
select actor_refusal($1::bigint, 2) as refusal, e.id, ms(e.at) as at_ms,
    case when e.actor_id is null then 'operator' else a.name end as by_name, e.command,
    coalesce('account ' || o.name, e.target) as target, e.why, e.undone_at is not null as undone
from (select 1) as one
left join lateral (
    select * from audit where actor_refusal($1::bigint, 2) is null order by id desc limit $2::bigint
) e on true
left join accounts a on a.id = e.actor_id
left join accounts o on o.id = case when e.target ~ '^account [0-9]+$' then split_part(e.target, ' ', 2)::bigint end
order by e.id desc;
