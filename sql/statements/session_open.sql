-- token_hash bytea -> the account and session of a live token; no row for a dead one.
select a.id, a.name, a.role, ms(a.created_at) as created_ms, a.blocks_version, s.id as session_id,
    is_acting(a) as acting,
    ms(a.suspended_until) as suspended_ms, a.suspended_why,
    s.last_used_at < clock_timestamp() - interval '1 minute' as stale,
    array(select blocked_id from blocks where member_id = a.id) as blocks
from sessions s join accounts a on a.id = s.account_id and a.deleted_at is null
where s.token_hash = $1::bytea and s.last_used_at > clock_timestamp() - interval '90 days';
