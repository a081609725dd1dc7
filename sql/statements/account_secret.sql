-- account bigint -> id, password_hash.
select id, password_hash from accounts where id = $1::bigint and deleted_at is null;
