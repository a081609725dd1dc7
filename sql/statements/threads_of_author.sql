-- author bigint, after bigint, rows bigint -> id: live threads that hold live posts of the author, by id.
select n.thread_id as id from thread_authors n join threads t on t.id = n.thread_id and t.deleted_at is null
where n.author_id = $1::bigint and n.live_posts > 0 and n.thread_id > $2::bigint
order by n.thread_id limit $3::bigint;
