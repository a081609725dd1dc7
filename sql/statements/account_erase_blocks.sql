-- account bigint, block bigint[] -> member_id, blocked_id, blocks_version: the blocks that went, for those who made them.
with gone as (
    delete from blocks where id = any ($2::bigint[]) and (member_id = $1::bigint or blocked_id = $1::bigint)
    returning member_id, blocked_id
), raised as (
    update accounts a set blocks_version = a.blocks_version + 1
    from (select distinct member_id from gone) g where a.id = g.member_id returning a.id, a.blocks_version
), told as (
    select pg_notify('keijiban', '- a' || id) from raised
)
select g.member_id, g.blocked_id, r.blocks_version, (select count(*) from told) as told
from gone g join raised r on r.id = g.member_id order by 1, 2;
