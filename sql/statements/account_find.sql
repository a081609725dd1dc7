-- name_key text, address text, limited boolean -> refusal, id, password_hash: for a log-in, which then compares. One row always.
-- Turns are taken before the costly comparison, for the name as for the address, whether or not there is such a name; where
-- either is not free, none is taken, and the wait is long enough for both.
with waits as materialized (
    select case when $3::boolean then greatest(
        turn_wait('login/' || $2::text, '3 s', 20), turn_wait('login-name/' || $1::text, '12 s', 5)) end as wait
), judged as materialized (
    select case when wait > 0 then 'rateLimited ' || wait when wait = 0 then coalesce(
        rate_refusal('login/' || $2::text, '3 s', 20), rate_refusal('login-name/' || $1::text, '12 s', 5)) end as refusal
    from waits
)
select j.refusal, a.id, a.password_hash from judged j left join accounts a on a.name_key = $1::text and j.refusal is null;
