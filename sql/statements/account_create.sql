-- name text, name_key text, password_hash text, token_hash bytea, client text -> refusal, the account, its session.
with made as (
    insert into accounts (name, name_key, password_hash) values ($1::text, $2::text, $3::text)
    on conflict (name_key) do nothing
    returning id, name, role, created_at, blocks_version
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $4::bytea, $5::text from made returning id
)
select case when m.id is null then 'conflict' end as refusal, m.id, m.name, m.role, ms(m.created_at) as created_ms,
    m.blocks_version, o.id as session_id, '{}'::bigint[] as blocks, true as acting,
    null::bigint as suspended_ms, null::text as suspended_why, '{}'::bigint[] as ended
from (select 1) as one left join made m on true left join opened o on true;
