-- actor bigint (0: the operator), word text, key text -> refusal, changed, audit_id: at most 1,000 are listed.
with judged as (
    select coalesce(actor_refusal($1::bigint, 3),
        case when (select count(*) from words) >= 1000 and not exists (select from words where key = $3::text) then 'conflict' end) as refusal
), added as (
    insert into words (word, key) select $2::text, $3::text from judged where refusal is null on conflict (key) do nothing
    returning key
), audited as (
    insert into audit (actor_id, command, target) select nullif($1::bigint, 0), 'word add', 'word ' || $2::text from added returning id
)
select j.refusal, u.id is not null as changed, u.id as audit_id from judged j left join audited u on true;
