-- member bigint, before bigint, rows bigint -> key, id, name: whom the member blocks, newest first.
select b.id as key, a.id, a.name from blocks b join accounts a on a.id = b.blocked_id
where b.member_id = $1::bigint and b.id < $2::bigint and a.deleted_at is null
order by b.id desc limit $3::bigint;
