-- name_key text, address text, limited boolean -> refusal, id, password_hash: for a log-in, which then compares. One row always.
-- Turns are taken before the costly comparison, for the name as for the address, whether or not there is such a name.
with judged as materialized (
    select case when $3::boolean then coalesce(
        rate_refusal('login/' || $2::text, '3 s', 20), rate_refusal('login/' || $1::text, '12 s', 5)) end as refusal
)
select j.refusal, a.id, a.password_hash from judged j left join accounts a on a.name_key = $1::text and j.refusal is null;
