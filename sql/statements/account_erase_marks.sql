-- account bigint, thread bigint[] -> erased: these read marks are gone.
with gone as (
    delete from read_marks where member_id = $1::bigint and thread_id = any ($2::bigint[]) returning thread_id
)
select count(*) as erased from gone;
