-- after text, rows bigint -> name, thread_count: the categories that have live threads, by name.
select name, thread_count from categories
where thread_count > 0 and name collate "C" > $1::text order by name collate "C" limit $2::bigint;
