-- thread bigint[] -> erased: nothing is left of these threads but their numbers.
with done as (
    update threads t set emptied_at = clock_timestamp()
    where t.id = any ($1::bigint[]) and t.erased_at is not null
        and not exists (select from posts p where p.thread_id = t.id and p.erased_at is null)
    returning t.id
)
select count(*) as erased from done;
