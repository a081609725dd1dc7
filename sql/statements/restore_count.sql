-- actor bigint (0: the operator), undone bigint -> refusal, rows: how many posts undoing that command would bring back.
select case when actor_refusal($1::bigint, 2) is not null then actor_refusal($1::bigint, 2) else undo_refusal($1::bigint, e) end as refusal,
    (select count(*) from posts p where p.deleted_audit = e.id and p.erased_at is null) as rows
from (select 1) as one left join audit e on e.id = $2::bigint;
