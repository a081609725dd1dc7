-- member bigint[], thread bigint[], title text[], body text[], reply_to bigint[], meta text[], client_key text[],
-- limited boolean[], folded text[] -> ord, refusal, changed, the post, its thread: one row for each element, in order. A
-- known client_key makes nothing and returns what it made (two equal ones are never in one call: see CreatePost).
-- The threads are held, so their numbers stand; each row is looked up by its key, whatever the planner knows of the tables.
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
            $8::boolean[], $9::text[])
        with ordinality as w (member_id, thread_id, title, body, reply_to, meta, client_key, limited, folded, ord)
), weighed as materialized (
    select w.*, k.id as known_id, m.name as author_name, t.seq as base, t.post_count as base_count, t.like_count as t_like_count,
        t.author_id as t_by_id, n.last_post_at, n.live_posts,
        case when m.is_new then interval '6 s' else interval '3 s' end as pace, case when m.is_new then 3 else 5 end as burst,
        case when m.rank < 2 then t.slow_seconds end as slow_seconds,
        case when k.id is not null then
                 case when k.deleted_at is not null
                     or (select deleted_at from threads where id = k.thread_id) is not null then 'notFound' end
             when m.acting is not true then account_refusal(w.member_id)
             when t.id is null then 'notFound'
             when t.locked then 'locked'
             when w.reply_to is not null and not exists (
                 select from posts r where r.id = w.reply_to and r.thread_id = w.thread_id and r.deleted_at is null
                     and not exists (select from blocks where member_id = w.member_id and blocked_id = r.author_id)) then 'notFound'
             when m.rank < 2 and holds_listed_word(w.folded) then 'wordFilter' end as refused
    from wanted w
    left join lateral (
        select id, thread_id, deleted_at from posts where author_id = w.member_id and client_key = w.client_key limit 1) k on true
    left join lateral (
        select a.name, is_acting(a) as acting, role_rank(a.role) as rank,
            a.created_at > clock_timestamp() - interval '1 day' as is_new
        from accounts a where a.id = w.member_id limit 1) m on true
    left join lateral (select * from threads where id = w.thread_id and deleted_at is null limit 1) t on true
    left join lateral (
        select live_posts, last_post_at from thread_authors where thread_id = w.thread_id and author_id = w.member_id limit 1) n on true
), paced as materialized (
    -- Slow mode: the wait since the member's last post here, or behind an earlier one of this very call.
    select w.*, case
        when slow_seconds is null or refused is not null or known_id is not null then 0
        when count(*) filter (where refused is null and known_id is null) over (
            partition by thread_id, member_id order by ord rows between unbounded preceding and 1 preceding) > 0
            then slow_seconds * 1000
        else greatest(0, ceil(extract(epoch from last_post_at - clock_timestamp()) * 1000) + slow_seconds * 1000)
        end as slow_ms
    from weighed w
), judged as materialized (
    select *, case
        when refused is not null or known_id is not null then refused
        when slow_ms > 0 then 'rateLimited ' || greatest(slow_ms::bigint,
            case when limited then turn_wait('post/' || member_id, pace, burst) else 0 end)
        when limited then rate_refusal('post/' || member_id, pace, burst) end as refusal
    from paced
), placed as materialized (
    select j.*, j.refusal is null and j.known_id is null as is_new,
        count(*) filter (where j.refusal is null and j.known_id is null) over (partition by j.thread_id order by j.ord) as nth,
        count(*) filter (where j.refusal is null and j.known_id is null) over (
            partition by j.thread_id, j.member_id order by j.ord) as author_nth
    from judged j order by j.ord
), settled as materialized (
    select *, case when is_new then nextval('posts_id_seq') end as id, case when is_new then clock_timestamp() end as at from placed
), added as (
    insert into posts (id, thread_id, author_id, title, body, reply_to, created_at, seq, created_seq, content_seq, meta, client_key)
    overriding system value
    select id, thread_id, member_id, title, body, reply_to, at, base + nth, base + nth, base + nth, meta, client_key
    from settled where is_new
), moved as (
    update threads t set seq = t.seq + g.posts, post_count = t.post_count + g.posts, last_post_at = g.newest,
        active_at = g.newest, moved_at = g.newest
    from (select thread_id, count(*) as posts, (array_agg(at order by id desc))[1] as newest
          from settled where is_new group by 1) g
    where t.id = g.thread_id
), tallied as (
    insert into thread_authors as n (thread_id, author_id, live_posts, last_post_at)
    select thread_id, member_id, count(*), max(at) from settled where is_new group by 1, 2
    on conflict (thread_id, author_id) do update
        set live_posts = n.live_posts + excluded.live_posts, last_post_at = excluded.last_post_at
)
select s.ord, s.refusal, s.is_new as changed, coalesce(s.id, k.id) as id, coalesce(k.thread_id, s.thread_id) as thread_id,
    case when s.is_new then s.title else k.title end as title, case when s.is_new then s.body else k.body end as body,
    s.member_id as by_id, s.author_name, case when s.is_new then s.reply_to else k.reply_to end as reply_to,
    coalesce(k.like_count, 0) as like_count, ms(coalesce(s.at, k.created_at)) as created_ms, ms(k.edited_at) as edited_ms,
    case when s.is_new then s.meta else k.meta end as meta, case when s.is_new then s.base + s.nth else k.seq end as seq,
    false as deleted, case when s.is_new then s.base + s.nth else k.t_seq end as t_seq,
    case when s.is_new then s.base_count + s.nth else k.t_post_count end as t_post_count,
    case when s.is_new then s.t_like_count else k.t_like_count end as t_like_count,
    ms(coalesce(s.at, k.t_last_post_at)) as t_last_post_ms, case when s.is_new then s.t_by_id else k.t_by_id end as t_by_id,
    coalesce(s.live_posts, 0) + s.author_nth as author_posts
from settled s
left join lateral (
    select p.*, t.seq as t_seq, t.post_count as t_post_count, t.like_count as t_like_count, t.last_post_at as t_last_post_at,
        t.author_id as t_by_id
    from posts p join threads t on t.id = p.thread_id where p.id = s.known_id and s.refusal is null limit 1) k on true
order by s.ord;
