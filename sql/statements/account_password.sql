-- account bigint, old_hash text (as compared), new_hash text, token_hash bytea, client text -> refusal, session_id, ended:
-- a new password; every earlier session ends.
with changed as (
    update accounts set password_hash = $3::text, reset_hash = null, reset_until = null
    where id = $1::bigint and password_hash is not distinct from $2::text and deleted_at is null returning id
), ended as (
    delete from sessions where account_id = (select id from changed) returning id
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $4::bytea, $5::text from changed returning id
)
select case when c.id is null then 'badCredentials' end as refusal, o.id as session_id,
    array(select id from ended) as ended
from (select 1) as one left join changed c on true left join opened o on true;
