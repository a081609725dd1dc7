-- account bigint, password_hash text (as compared), token_hash bytea, client text -> refusal, account, session, the
-- sessions that ended: beyond 50 the longest unused go. A password changed since it was compared refuses.
with owner as (
    select * from accounts where id = $1::bigint and password_hash = $2::text and deleted_at is null
), ended as (
    delete from sessions where id in (
        select id from sessions where account_id = (select id from owner)
        order by last_used_at desc, id desc offset 49
    ) or (account_id = (select id from owner) and last_used_at <= clock_timestamp() - interval '90 days')
    returning id
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $3::bytea, $4::text from owner returning id
)
select case when w.id is null then 'badCredentials' end as refusal, w.id, w.name, w.role,
    ms(w.created_at) as created_ms, w.blocks_version, o.id as session_id,
    is_acting(w) as acting,
    ms(w.suspended_until) as suspended_ms, w.suspended_why,
    array(select blocked_id from blocks where member_id = w.id) as blocks,
    array(select id from ended) as ended
from (select 1) as one left join owner w on true left join opened o on true;
