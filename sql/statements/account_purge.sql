-- actor bigint (0: the operator), name_key text -> refusal, changed, audit_id, account_id, name: the account can't act
-- until all its posts are gone, which happens in steps (posts_purge.sql).
with judged as materialized (
    select o.id, o.name, coalesce(
        target_refusal($1::bigint, 3, o.id), case when o.purge_audit is not null then 'conflict running' end) as refusal,
        exists (select from posts p where p.author_id = o.id and p.deleted_at is null) as has_posts
    from (select 1) as one left join accounts o on o.name_key = $2::text
), audited as (
    insert into audit (actor_id, command, target)
    select nullif($1::bigint, 0), 'purge', 'account ' || id from judged where refusal is null and has_posts returning id
), moved as (
    update accounts a set purge_audit = u.id from judged j, audited u where a.id = j.id returning a.id
), told as (
    select pg_notify('keijiban', '- a' || id) from moved
)
select j.refusal, m.id is not null as changed, u.id as audit_id, j.id as account_id, j.name, (select count(*) from told) as told
from judged j left join moved m on true left join audited u on true;
