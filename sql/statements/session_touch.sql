-- session bigint -> touched: the session was used now.
with touched as (
    update sessions set last_used_at = clock_timestamp() where id = $1::bigint returning id
)
select count(*) as touched from touched;
