-- -> forgotten: drops the rates of which every turn is free again.
with gone as (
    delete from rates where due_at < clock_timestamp() returning key
)
select count(*) as forgotten from gone;
