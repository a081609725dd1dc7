-- name_key text -> id, password_hash: for the log-in, which then compares.
select id, password_hash from accounts where name_key = $1::text;
