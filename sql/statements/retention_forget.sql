-- keep bigint (seconds) -> forgotten: at most 500 rows each of what else is old: former texts, what settled reports kept, the
-- audit of a year ago, codes that nobody used.
with edits as (
    delete from post_edits where (post_id, nth) in (
        select post_id, nth from post_edits where at < clock_timestamp() - $1::bigint * interval '1 second' order by at limit 500)
    returning 1
), settled as (
    update reports set title = null, body = null where id in (
        select id from reports where resolved_at < clock_timestamp() - $1::bigint * interval '1 second' and body is not null
        order by resolved_at limit 500)
    returning 1
), old_audit as (
    delete from audit where id in (
        select id from audit where at < clock_timestamp() - interval '1 year' and not is_undoing order by at limit 500)
    returning 1
), old_invites as (
    delete from invites where code_hash in (
        select code_hash from invites where until < clock_timestamp() order by until limit 500)
    returning 1
)
select (select count(*) from edits) + (select count(*) from settled) + (select count(*) from old_audit)
    + (select count(*) from old_invites) as forgotten;
