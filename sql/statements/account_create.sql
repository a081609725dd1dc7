-- name text, name_key text, password_hash text, token_hash bytea, client text, waits boolean (for approval), needs_invite boolean,
-- code_hash bytea -> refusal, the account, its session. A code is used up with the account it makes, and not before.
with invited as materialized (
    select code_hash from invites
    where code_hash = $8::bytea and used_by is null and until > clock_timestamp() and $7::boolean for update
), made as (
    insert into accounts (name, name_key, password_hash, is_waiting, suspended_until, suspended_why)
    select $1::text, $2::text, $3::text, $6::boolean, case when $6::boolean then 'infinity'::timestamptz end,
        case when $6::boolean then 'Waiting for approval.' end
    where not $7::boolean or exists (select from invited)
    on conflict (name_key) do nothing
    returning *
), used as (
    update invites i set used_by = m.id from made m where i.code_hash in (select code_hash from invited)
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $4::bytea, $5::text from made returning id
)
select case when m.id is not null then null when $7::boolean and not exists (select from invited) then 'forbidden'
        else 'conflict' end as refusal,
    m.id, m.name, m.role, ms(m.created_at) as created_ms, m.blocks_version, o.id as session_id, '{}'::bigint[] as blocks,
    not $6::boolean as acting, ms(m.suspended_until) as suspended_ms, m.suspended_why, '{}'::bigint[] as ended
from (select 1) as one left join made m on true left join opened o on true;
