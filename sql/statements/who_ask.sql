-- actor bigint (0: the operator), thread bigint (null: the whole board) -> refusal, request, processes: asks every process who is there.
with judged as (
    select coalesce(actor_refusal($1::bigint, 2), case when $2::bigint is not null and not exists (
        select from threads where id = $2::bigint and deleted_at is null) then 'notFound' end) as refusal
), asked as materialized (
    select nextval('who_requests') as request from judged where refusal is null
), told as (
    select pg_notify('keijiban', '- w' || request || ':' || coalesce($2::bigint, 0)) from asked
)
select j.refusal, a.request, (select count(*) from told) as told,
    (select count(*) from pg_stat_activity where datname = current_database() and application_name = 'keijiban bus') as processes
from judged j left join asked a on true;
