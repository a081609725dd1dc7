-- account bigint, password_hash text (as compared) -> refusal: the account can no longer act or be found, its name is
-- free, its sessions end. What it left behind is dealt with in steps (account_erase_*.sql).
with judged as (
    select a.id, case when is_last_admin(a) then 'conflict' when a.purge_audit is not null then 'rateLimited 1000' end as refusal
    from accounts a where a.id = $1::bigint and a.password_hash = $2::text and a.deleted_at is null
), gone as (
    update accounts a set deleted_at = clock_timestamp(), name = null, name_key = null, password_hash = null,
        subject = null, reset_hash = null, reset_until = null, suspended_until = null, suspended_why = null,
        is_waiting = false, role = 'member'
    from judged j where a.id = j.id and j.refusal is null returning a.id
), ended as (
    delete from sessions where account_id = (select id from gone) returning id
)
select case when j.id is null then 'badCredentials' else j.refusal end as refusal,
    array(select id from ended) as ended
from (select 1) as one left join judged j on true;
