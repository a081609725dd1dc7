-- -> id: deleted accounts with rows left, as after a crash between two steps.
select id from accounts where deleted_at < clock_timestamp() - interval '1 minute' and erased_at is null
order by id limit 100;
