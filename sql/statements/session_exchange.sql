-- subject text, names text[], name_keys text[], token_hash bytea, client text, expires bigint (ms), not_before bigint (ms)
-- -> refusal, the account of that subject, made with the first of the names that is free where there is none yet; its
-- session; the sessions that ended (beyond 50). Two at once for a new subject: the unique constraint lets one through.
with timely as (
    select 1 where $6::bigint > ms(clock_timestamp()) and coalesce($7::bigint, 0) <= ms(clock_timestamp())
), known as (
    select id from accounts where subject = $1::text and deleted_at is null and exists (select from timely)
), made as (
    insert into accounts (name, name_key, subject)
    select w.name, w.key, $1::text
    from unnest($2::text[], $3::text[]) with ordinality as w (name, key, ord)
    where exists (select from timely) and not exists (select from known) and not exists (select from accounts where name_key = w.key)
    order by w.ord limit 1
    returning *
), owner as (
    select a.* from accounts a join known k on k.id = a.id union all select * from made
), ended as (
    delete from sessions where id in (
        select s.id from sessions s join known k on k.id = s.account_id order by s.last_used_at desc, s.id desc offset 49
    ) or (account_id = (select id from known) and last_used_at <= clock_timestamp() - interval '90 days')
    returning id
), opened as (
    insert into sessions (account_id, token_hash, client) select id, $4::bytea, $5::text from owner returning id
)
select case when w.id is null then 'badCredentials' end as refusal, w.id, w.name, w.role, ms(w.created_at) as created_ms,
    w.blocks_version, o.id as session_id, is_acting(w) as acting, ms(w.suspended_until) as suspended_ms, w.suspended_why,
    array(select blocked_id from blocks where member_id = w.id) as blocks, array(select id from ended) as ended
from (select 1) as one left join owner w on true left join opened o on true;
