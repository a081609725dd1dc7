-- actor bigint (0: the operator), name_key text -> refusal, rows: how many posts a purge of the account would remove.
select coalesce(target_refusal($1::bigint, 3, o.id), case when o.purge_audit is not null then 'conflict running' end) as refusal,
    (select count(*) from posts p where p.author_id = o.id and p.deleted_at is null) as rows
from (select 1) as one left join accounts o on o.name_key = $2::text;
