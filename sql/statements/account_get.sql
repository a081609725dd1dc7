-- account bigint -> the account.
select id, name, role, ms(created_at) as created_ms from accounts where id = $1::bigint and deleted_at is null;
