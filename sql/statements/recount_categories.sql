-- repair boolean -> counted_categories, drift: how many categories' thread counts differ from what the threads say; repaired on demand.
with counted as (
    select coalesce(c.name, t.category) as name, coalesce(c.thread_count, 0) as kept, coalesce(t.threads, 0) as counted
    from categories c
    full join (select category, count(*) as threads from threads
               where deleted_at is null and category is not null group by 1) t on t.category = c.name
), wrong as (
    select * from counted where kept <> counted
), repaired as (
    insert into categories as c (name, thread_count) select name, counted from wrong where $1::boolean
    on conflict (name) do update set thread_count = excluded.thread_count
)
select true as counted_categories, count(*) as drift from wrong;
