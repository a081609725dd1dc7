-- actor bigint (0: the operator), thread bigint, command text (null: the author's own wish), title text, has_category boolean,
-- category text, locked boolean, pinned boolean, why text, folded text -> refusal, changed, audit_id, the thread. What is null stays.
with acting as (
    select id, rank from acting_accounts where id = $1::bigint union all select 0, 4 where $1::bigint = 0
), judged as materialized (
    select t.id, t.title, t.category, t.locked, t.pinned, t.author_id,
        case when a.id is null then account_refusal($1::bigint)
             when a.rank < 2 and $3::text is not null then 'forbidden'
             when t.id is null then 'notFound'
             when a.rank < 2 and t.author_id is distinct from a.id then 'forbidden'
             when a.rank < 2 and t.locked then 'locked'
             when a.rank < 2 and holds_listed_word($10::text) then 'wordFilter' end as refusal
    from (select 1) as one left join acting a on true
    left join threads t on t.id = $2::bigint and t.deleted_at is null
), moved as (
    update threads t set title = coalesce($4::text, t.title),
        category = case when $5::boolean then $6::text else t.category end,
        locked = coalesce($7::boolean, t.locked), pinned = coalesce($8::boolean, t.pinned),
        seq = t.seq + 1, head_seq = t.seq + 1, moved_at = clock_timestamp()
    from judged j where t.id = j.id and j.refusal is null
        and (coalesce($4::text, t.title) <> t.title or ($5::boolean and $6::text is distinct from t.category)
            or coalesce($7::boolean, t.locked) <> t.locked or coalesce($8::boolean, t.pinned) <> t.pinned)
    returning t.*
), left_category as (
    update categories c set thread_count = c.thread_count - 1 from judged j join moved m on m.id = j.id
    where c.name = j.category and j.category is distinct from m.category
), joined_category as (
    insert into categories as c (name, thread_count)
    select m.category, 1 from judged j join moved m on m.id = j.id
    where m.category is not null and j.category is distinct from m.category
    on conflict (name) do update set thread_count = c.thread_count + 1
), audited as (
    insert into audit (actor_id, command, target, why, before, after)
    select nullif($1::bigint, 0), coalesce($3::text, 'rename'), 'thread ' || m.id, $9::text,
        jsonb_build_object('title', j.title, 'category', j.category, 'locked', j.locked, 'pinned', j.pinned),
        jsonb_build_object('title', m.title, 'category', m.category, 'locked', m.locked, 'pinned', m.pinned)
    from moved m join judged j on j.id = m.id where $3::text is not null or m.author_id is distinct from $1::bigint
    returning id
)
select j.refusal, m.id is not null as changed, u.id as audit_id, coalesce(m.id, t.id) as id,
    coalesce(m.title, t.title) as title, case when m.id is null then t.category else m.category end as category,
    t.by_id, t.author_name, t.created_ms, t.last_post_ms, t.post_count, t.like_count, coalesce(m.seq, t.seq) as seq,
    coalesce(m.locked, t.locked) as locked, coalesce(m.pinned, t.pinned) as pinned, t.meta, false as deleted,
    (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $1::bigint) as hidden_count,
    unread_posts(t.id, $1::bigint) as unread, true as acting
from judged j left join moved m on true left join audited u on true
left join thread_rows t on t.id = j.id and j.refusal is null;
