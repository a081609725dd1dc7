-- audit bigint -> done: all that could come back is there.
with ended as (
    update audit set is_undoing = false where id = $1::bigint and is_undoing
)
select true as done;
