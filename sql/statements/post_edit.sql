-- member bigint[], post bigint[], has_title boolean[], title text[], has_body boolean[], body text[], has_meta boolean[],
-- meta text[], folded text[] -> ord, refusal, changed, audit_id, the post, its thread: one row for each element, in order; each
-- post once in a call. What it said before is kept for moderators; their edits of others' posts are audited.
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::boolean[], $4::text[], $5::boolean[], $6::text[],
            $7::boolean[], $8::text[], $9::text[])
        with ordinality as w (member_id, post_id, has_title, title, has_body, body, has_meta, meta, folded, ord)
), judged as materialized (
    select w.ord, w.post_id, w.member_id, p.thread_id, p.author_id, p.title as old_title, p.body as old_body,
        case when w.has_title then w.title else p.title end as title,
        case when w.has_body then w.body else p.body end as body,
        case when w.has_meta then w.meta else p.meta end as meta,
        p.title is distinct from case when w.has_title then w.title else p.title end
            or p.body is distinct from case when w.has_body then w.body else p.body end
            or p.meta is distinct from case when w.has_meta then w.meta else p.meta end as differs,
        case when a.id is null then account_refusal(w.member_id)
             when p.id is null or t.id is null then 'notFound'
             when p.author_id is distinct from w.member_id and a.rank < 2 then 'forbidden'
             when t.locked and a.rank < 2 then 'locked'
             when a.rank < 2 and holds_listed_word(w.folded) then 'wordFilter' end as refusal
    from wanted w
    left join lateral (select * from acting_accounts where id = w.member_id limit 1) a on true
    left join lateral (select * from posts where id = w.post_id and deleted_at is null limit 1) p on true
    left join lateral (select * from threads where id = p.thread_id and deleted_at is null limit 1) t on true
), accepted as materialized (
    select *, row_number() over (partition by thread_id order by ord) as nth
    from judged where refusal is null and differs
), moved as (
    update threads t set seq = t.seq + g.posts, moved_at = clock_timestamp()
    from (select thread_id, count(*) as posts from accepted group by 1) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base
), edited as (
    update posts p set title = c.title, body = c.body, meta = c.meta, edited_at = clock_timestamp(), seq = m.base + c.nth,
        content_seq = m.base + c.nth
    from accepted c join moved m on m.id = c.thread_id where p.id = c.post_id
    returning p.id, p.title, p.body, p.meta, p.edited_at, p.seq
), kept as (
    insert into post_edits as k (post_id, nth, editor_id, title, body)
    select post_id, least(100, 1 + coalesce((select max(nth) from post_edits e where e.post_id = c.post_id), 0)), member_id, old_title,
        old_body
    from accepted c where (title, body) is distinct from (old_title, old_body)
    on conflict (post_id, nth) do update set at = excluded.at, editor_id = excluded.editor_id, title = excluded.title,
        body = excluded.body
), audited as (
    insert into audit (actor_id, command, target)
    select member_id, 'edit post', 'post ' || post_id from accepted where author_id is distinct from member_id
    returning id, target
)
select j.ord, j.refusal, e.id is not null as changed, u.id as audit_id, p.id, p.thread_id, coalesce(e.title, case when e.id is null then p.title end) as title,
    coalesce(e.body, p.body) as body, p.by_id, p.author_name, p.reply_to, p.like_count, p.created_ms,
    coalesce(ms(e.edited_at), p.edited_ms) as edited_ms, case when e.id is null then p.meta else e.meta end as meta,
    coalesce(e.seq, p.seq) as seq, false as deleted,
    exists (select from likes l where l.post_id = p.id and l.member_id = j.member_id) as liked,
    coalesce(e.seq, t.seq) as t_seq, t.post_count as t_post_count, t.like_count as t_like_count,
    ms(t.last_post_at) as t_last_post_ms, t.author_id as t_by_id, n.live_posts as author_posts
from judged j
left join post_rows p on p.id = j.post_id and j.refusal is null
left join threads t on t.id = p.thread_id
left join edited e on e.id = j.post_id and j.refusal is null
left join audited u on u.target = 'post ' || e.id
left join thread_authors n on n.thread_id = p.thread_id and n.author_id = p.by_id
order by j.ord;
