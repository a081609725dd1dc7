-- account bigint, report bigint[] -> erased: these reports are nobody's now.
with freed as (
    update reports set member_id = null where id = any ($2::bigint[]) and member_id = $1::bigint returning id
)
select count(*) as erased from freed;
