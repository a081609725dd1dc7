-- account bigint -> all that open connections of the account go by; no row for a deleted one.
select a.id, a.name, a.role, ms(a.created_at) as created_ms, a.blocks_version,
    is_acting(a) as acting,
    ms(a.suspended_until) as suspended_ms, a.suspended_why,
    array(select blocked_id from blocks where member_id = a.id) as blocks,
    array(select id from sessions where account_id = a.id) as sessions
from accounts a where a.id = $1::bigint and a.deleted_at is null;
