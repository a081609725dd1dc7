-- account bigint, session bigint -> refusal: ends one of the account's sessions.
with gone as (
    delete from sessions where id = $2::bigint and account_id = $1::bigint returning id
)
select case when not exists (select from gone) then 'notFound' end as refusal;
