-- member bigint[], post bigint[], why text[], command text[] (null: the member's own wish) -> ord, refusal, changed, the
-- post, its thread, audit_id: one row for each element, in order; each post once in a call. Member 0 is the operator.
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])
        with ordinality as w (member_id, post_id, why, command, ord)
), judged as materialized (
    select w.*, p.thread_id, p.author_id, p.like_count,
        case when w.member_id <> 0 and m.id is null then 'badCredentials'
             when w.member_id <> 0 and a.id is null and w.command is not null then account_refusal(w.member_id)
             when p.id is null or t.id is null then 'notFound'
             when w.member_id = 0 or (p.author_id = w.member_id and w.command is null) then null
             when m.role = 'member' then 'forbidden'
             when a.id is null then account_refusal(w.member_id) end as refusal
    from wanted w
    left join lateral (select * from accounts where id = w.member_id and deleted_at is null limit 1) m on true
    left join lateral (select * from acting_accounts where id = w.member_id limit 1) a on true
    left join lateral (select * from posts where id = w.post_id and deleted_at is null limit 1) p on true
    left join lateral (select * from threads where id = p.thread_id and deleted_at is null limit 1) t on true
), accepted as materialized (
    select *, row_number() over (partition by thread_id order by ord) as nth from judged where refusal is null
), moved as (
    update threads t set seq = t.seq + g.posts, post_count = t.post_count - g.posts,
        like_count = t.like_count - g.likes, last_post_at = g.newest, active_at = coalesce(g.newest, t.created_at),
        moved_at = clock_timestamp()
    from (
        select c.thread_id, count(*) as posts, sum(c.like_count) as likes,
            (select p.created_at from posts p where p.thread_id = c.thread_id and p.deleted_at is null
                and p.id <> all (array_agg(c.post_id)) order by p.id desc limit 1) as newest
        from accepted c group by c.thread_id
    ) g where t.id = g.thread_id
    returning t.id, t.seq, t.seq - g.posts as base, t.post_count, t.post_count + g.posts as base_count, t.like_count,
        t.last_post_at, t.author_id
), audited as (
    insert into audit (actor_id, command, target, why)
    select nullif(member_id, 0), coalesce(command, 'delete post'), 'post ' || post_id, why
    from accepted where command is not null or author_id is distinct from member_id
    returning id, target
), closed as (
    update reports r set state = 'deleted', resolved_at = clock_timestamp(), resolved_audit = u.id
    from accepted c join audited u on u.target = 'post ' || c.post_id
    where r.post_id = c.post_id and r.state = 'open' and c.command = 'resolve delete'
), gone as (
    update posts p set deleted_at = clock_timestamp(), deleted_by = nullif(c.member_id, 0), deleted_audit = u.id,
        seq = m.base + c.nth, content_seq = m.base + c.nth
    from accepted c join moved m on m.id = c.thread_id left join audited u on u.target = 'post ' || c.post_id
    where p.id = c.post_id
    returning p.id, p.thread_id, p.seq
), tallied as (
    update thread_authors n set live_posts = n.live_posts - g.posts
    from (select thread_id, author_id, count(*) as posts from accepted where author_id is not null group by 1, 2) g
    where n.thread_id = g.thread_id and n.author_id = g.author_id
    returning n.thread_id, n.author_id, n.live_posts
)
select j.ord, j.refusal, g.id is not null as changed, j.post_id as id, j.thread_id, j.author_id as by_id, g.seq, true as deleted,
    g.seq as t_seq, v.base_count - c.nth as t_post_count, v.like_count as t_like_count,
    ms(v.last_post_at) as t_last_post_ms, v.author_id as t_by_id, n.live_posts as author_posts, u.id as audit_id
from judged j
left join accepted c on c.ord = j.ord
left join gone g on g.id = c.post_id
left join moved v on v.id = g.thread_id
left join tallied n on n.thread_id = g.thread_id and n.author_id = c.author_id
left join audited u on u.target = 'post ' || c.post_id
order by j.ord;
