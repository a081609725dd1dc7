-- actor bigint (0: the operator), audit bigint -> refusal, command, kind and id of the target: which statement undoes it.
select case when actor_refusal($1::bigint, 2) is not null then actor_refusal($1::bigint, 2) else undo_refusal($1::bigint, e) end as refusal,
    e.command, split_part(e.target, ' ', 1) as kind,
    case when e.target ~ '^[a-z]+ [0-9]+$' then split_part(e.target, ' ', 2)::bigint end as target_id
from (select 1) as one left join audit e on e.id = $2::bigint;
