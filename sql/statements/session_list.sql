-- account bigint -> its live sessions, the last used first.
select id, ms(created_at) as created_ms, ms(last_used_at) as last_used_ms, client from sessions
where account_id = $1::bigint and last_used_at > clock_timestamp() - interval '90 days'
order by last_used_at desc, id desc;
