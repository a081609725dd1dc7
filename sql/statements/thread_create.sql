-- member bigint, title text, category text, meta text, client_key text, limited boolean, folded text -> refusal, changed, the thread.
with weighed as materialized (
    select k.id as known_id, clock_timestamp() as at,
        case when k.id is not null then case when k.deleted_at is not null then 'notFound' end
             when a.id is null then account_refusal($1::bigint)
             when a.rank < 2 and holds_listed_word($7::text) then 'wordFilter' end as refused
    from (select 1) as one
    left join threads k on k.author_id = $1::bigint and k.client_key = $5::text
    left join acting_accounts a on a.id = $1::bigint
), judged as materialized (
    select *, case when refused is not null or known_id is not null or not $6::boolean then refused
        else rate_refusal('thread/' || $1::bigint, '1 min', 3) end as refusal
    from weighed
), added as (
    insert into threads (title, category, author_id, meta, client_key, created_at, active_at, moved_at)
    select $2::text, $3::text, $1::bigint, $4::text, $5::text, at, at, at from judged where refusal is null and known_id is null
    returning *
), counted as (
    insert into categories as c (name, thread_count) select category, 1 from added where category is not null
    on conflict (name) do update set thread_count = c.thread_count + 1
), told as (
    select pg_notify('keijiban', coalesce(current_setting('keijiban.origin', true), '-') || ' t' || id || ':' || seq) from added
)
select j.refusal, d.id is not null as changed, coalesce(d.id, k.id) as id, coalesce(d.title, k.title) as title,
    case when d.id is null then k.category else d.category end as category, $1::bigint as by_id, m.name as author_name,
    coalesce(ms(d.created_at), k.created_ms) as created_ms, k.last_post_ms, coalesce(k.post_count, 0) as post_count,
    coalesce(k.like_count, 0) as like_count, coalesce(d.seq, k.seq) as seq, coalesce(k.locked, false) as locked,
    coalesce(k.pinned, false) as pinned, case when d.id is null then k.meta else d.meta end as meta, false as deleted,
    (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = k.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) as hidden_count,
    unread_posts(k.id, $1::bigint) as unread,
    exists (select from acting_accounts where id = $1::bigint) as acting, (select count(*) from told) as told
from judged j left join added d on true left join accounts m on m.id = $1::bigint
left join thread_rows k on k.id = j.known_id and j.refusal is null;
