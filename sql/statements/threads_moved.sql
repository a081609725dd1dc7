-- seconds bigint, after bigint, rows bigint -> id, seq of the threads that changed in that time, by id: for a process that
-- lost its notifications for a while.
select id, seq from threads
where moved_at > clock_timestamp() - $1::bigint * interval '1 second' and id > $2::bigint
order by id limit $3::bigint;
