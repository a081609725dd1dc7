-- actor bigint (0: the operator) -> refusal, changed, audit_id: from now on this is another history of the database.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as (
    select case when a.id is null then account_refusal($1::bigint) when a.rank < 3 then 'forbidden' end as refusal
    from (select 1) as one left join acting a on true
), renewed as (
    update epoch_mark set mark = gen_random_uuid() from judged where refusal is null returning mark
), audited as (
    insert into audit (actor_id, command) select nullif($1::bigint, 0), 'epoch renew' from renewed returning id
), told as (
    select pg_notify('keijiban', '- e') from renewed
)
select j.refusal, exists (select from renewed) as changed, (select id from audited) as audit_id,
    (select count(*) from told) as told
from judged j;
