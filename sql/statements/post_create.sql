-- member bigint[], thread bigint[], title text[], body text[], reply_to bigint[], meta text[], client_key text[],
-- limited boolean[], folded text[] -> ord, refusal, changed, the post, its thread: one row for each element, in order. A
-- known client_key makes nothing and returns what it made (two equal ones are never in one call: see CreatePost).
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
            $8::boolean[], $9::text[])
        with ordinality as w (member_id, thread_id, title, body, reply_to, meta, client_key, limited, folded, ord)
), weighed as materialized (
    select w.*, k.id as known_id, m.name as author_name, t.seq as base, t.post_count as base_count,
        case when m.created_at > clock_timestamp() - interval '1 day' then interval '6 s' else interval '3 s' end as pace,
        case when m.created_at > clock_timestamp() - interval '1 day' then 3 else 5 end as burst,
        case when a.rank < 2 then t.slow_seconds end as slow_seconds, n.last_post_at,
        case when k.id is not null then
                 case when k.deleted_at is not null or kt.deleted_at is not null then 'notFound' end
             when a.id is null then account_refusal(w.member_id)
             when t.id is null then 'notFound'
             when t.locked then 'locked'
             when w.reply_to is not null and (r.id is null or b.member_id is not null) then 'notFound'
             when a.rank < 2 and holds_listed_word(w.folded) then 'wordFilter' end as refused
    from wanted w
    left join posts k on k.author_id = w.member_id and k.client_key = w.client_key
    left join threads kt on kt.id = k.thread_id
    left join acting_accounts a on a.id = w.member_id
    left join accounts m on m.id = w.member_id
    left join threads t on t.id = w.thread_id and t.deleted_at is null
    left join posts r on r.id = w.reply_to and r.thread_id = w.thread_id and r.deleted_at is null
    left join blocks b on b.member_id = w.member_id and b.blocked_id = r.author_id
    left join thread_authors n on n.thread_id = w.thread_id and n.author_id = w.member_id
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
), accepted as materialized (
    select *, row_number() over (partition by thread_id order by ord) as nth
    from judged where refusal is null and known_id is null
), added as (
    insert into posts (thread_id, author_id, title, body, reply_to, seq, created_seq, content_seq, meta,
        client_key)
    select thread_id, member_id, title, body, reply_to, base + nth, base + nth, base + nth, meta, client_key
    from accepted order by ord
    returning id, thread_id, author_id, created_at, seq
), moved as (
    update threads t set seq = t.seq + g.posts, post_count = t.post_count + g.posts, last_post_at = g.newest,
        active_at = g.newest, moved_at = g.newest
    from (select thread_id, count(*) as posts, (array_agg(created_at order by id desc))[1] as newest
          from added group by 1) g
    where t.id = g.thread_id
    returning t.id, t.seq, t.post_count, t.like_count, t.last_post_at, t.author_id
), tallied as (
    insert into thread_authors as n (thread_id, author_id, live_posts, last_post_at)
    select thread_id, author_id, count(*), max(created_at) from added group by 1, 2
    on conflict (thread_id, author_id) do update
        set live_posts = n.live_posts + excluded.live_posts, last_post_at = excluded.last_post_at
    returning n.thread_id, n.author_id, n.live_posts
)
select j.ord, j.refusal, d.id is not null as changed,
    coalesce(d.id, k.id) as id, coalesce(d.thread_id, k.thread_id) as thread_id,
    case when d.id is null then k.title else j.title end as title,
    case when d.id is null then k.body else j.body end as body,
    j.member_id as by_id, j.author_name,
    case when d.id is null then k.reply_to else j.reply_to end as reply_to, coalesce(k.like_count, 0) as like_count,
    ms(coalesce(d.created_at, k.created_at)) as created_ms, ms(k.edited_at) as edited_ms,
    case when d.id is null then k.meta else j.meta end as meta, coalesce(d.seq, k.seq) as seq, false as deleted,
    coalesce(d.seq, t.seq) as t_seq, coalesce(c.base_count + c.nth, t.post_count) as t_post_count,
    coalesce(v.like_count, t.like_count) as t_like_count, ms(coalesce(d.created_at, t.last_post_at)) as t_last_post_ms,
    coalesce(v.author_id, t.author_id) as t_by_id, n.live_posts as author_posts
from judged j
left join accepted c on c.ord = j.ord
left join added d on d.thread_id = c.thread_id and d.seq = c.base + c.nth
left join moved v on v.id = d.thread_id
left join tallied n on n.thread_id = d.thread_id and n.author_id = d.author_id
left join posts k on k.id = j.known_id and j.refusal is null
left join threads t on t.id = coalesce(d.thread_id, k.thread_id)
order by j.ord;
