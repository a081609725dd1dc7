-- member bigint, blocked bigint -> refusal, changed, blocks_version.
with judged as (
    select m.id, case
        when m.id is null then 'badCredentials'
        when o.id is null then 'notFound'
        when m.id = o.id then 'forbidden'
        when (select count(*) from (select from blocks where member_id = m.id limit 10000) few) >= 10000
            and not exists (select from blocks where member_id = m.id and blocked_id = o.id) then 'conflict' end as refusal
    from (select 1) as one
    left join accounts m on m.id = $1::bigint and m.deleted_at is null
    left join accounts o on o.id = $2::bigint and o.deleted_at is null
), added as (
    insert into blocks (member_id, blocked_id) select id, $2::bigint from judged where refusal is null
    on conflict (member_id, blocked_id) do nothing returning member_id
), raised as (
    update accounts a set blocks_version = a.blocks_version + 1 from added d where a.id = d.member_id
    returning a.blocks_version
)
select j.refusal, exists (select from raised) as changed,
    coalesce((select blocks_version from raised), (select blocks_version from accounts where id = j.id)) as blocks_version
from judged j;
