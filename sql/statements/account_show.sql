-- actor bigint (0: the operator), name_key text -> refusal, and what moderators see of an account.
select coalesce(actor_refusal($1::bigint, 2), case when a.id is null then 'notFound' end) as refusal,
    a.id, a.name, a.role, ms(a.created_at) as created_ms, is_acting(a) as acting, a.is_waiting, a.purge_audit is not null as is_purged,
    a.suspended_until > clock_timestamp() as is_suspended, ms(a.suspended_until) as suspended_ms, a.suspended_why,
    (select count(*) from threads where author_id = a.id and deleted_at is null) as threads,
    (select coalesce(sum(live_posts), 0)::bigint from thread_authors where author_id = a.id) as posts,
    (select count(*) from posts where author_id = a.id and deleted_at is not null) as deleted_posts,
    (select count(*) from sessions where account_id = a.id) as sessions,
    (select ms(max(last_used_at)) from sessions where account_id = a.id) as seen_ms,
    (select count(*) from blocks where blocked_id = a.id) as blocked_by,
    (select count(*) from reports r join posts p on p.id = r.post_id where p.author_id = a.id and r.state = 'open') as open_reports
from (select 1) as one left join accounts a on a.name_key = $2::text;
