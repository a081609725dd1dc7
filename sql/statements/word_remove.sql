-- actor bigint (0: the operator), key text -> refusal, changed, audit_id.
with judged as (
    select coalesce(actor_refusal($1::bigint, 3),
        case when not exists (select from words where key = $2::text) then 'notFound' end) as refusal
), gone as (
    delete from words w using judged j where w.key = $2::text and j.refusal is null returning w.word
), audited as (
    insert into audit (actor_id, command, target) select nullif($1::bigint, 0), 'word remove', 'word ' || word from gone returning id
)
select j.refusal, u.id is not null as changed, u.id as audit_id from judged j left join audited u on true;
