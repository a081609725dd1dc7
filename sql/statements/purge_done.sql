-- account bigint -> done: its purge is over, and it can act again unless it is suspended.
with freed as (
    update accounts set purge_audit = null where id = $1::bigint and purge_audit is not null returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from freed
)
select true as done, (select count(*) from told) as told;
