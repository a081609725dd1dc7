-- name_key text, code_hash bytea, new_hash text, token_hash bytea, client text -> refusal, account, session, ended:
-- a new password by an operator's one-time code.
with owner as (
    update accounts set password_hash = $3::text, reset_hash = null, reset_until = null
    where name_key = $1::text and reset_hash = $2::bytea and reset_until > clock_timestamp() and deleted_at is null
    returning *
), ended as (
    delete from sessions where account_id = (select id from owner) returning id
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $4::bytea, $5::text from owner returning id
), told as (
    select pg_notify('keijiban', '- a' || id) from owner
)
select case when w.id is null then 'badCredentials' end as refusal, w.id, w.name, w.role,
    ms(w.created_at) as created_ms, w.blocks_version, o.id as session_id,
    is_acting(w) as acting,
    ms(w.suspended_until) as suspended_ms, w.suspended_why,
    array(select blocked_id from blocks where member_id = w.id) as blocks,
    array(select id from ended) as ended, (select count(*) from told) as told
from (select 1) as one left join owner w on true left join opened o on true;
