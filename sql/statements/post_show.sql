-- actor bigint (0: the operator), post bigint -> refusal; kind `post`: the post, also a deleted one; `edit`: what it said
-- before each edit, newest first; `report`: what was reported, newest first.
with judged as (
    select p.id, coalesce(actor_refusal($1::bigint, 2), case when p.id is null then 'notFound' end) as refusal
    from (select 1) as one left join posts p on p.id = $2::bigint
)
select j.refusal, 'post' as kind, 0::bigint as nth, p.id, p.thread_id, t.title as thread_title, p.author_id as by_id, a.name as by_name, p.title,
    p.body, p.reply_to, p.like_count, ms(p.created_at) as at_ms, ms(p.edited_at) as edited_ms, p.meta, p.seq,
    ms(p.deleted_at) as deleted_ms, d.name as deleted_by, p.erased_at is not null as erased, t.deleted_at is not null as thread_deleted,
    null::text as state, (select why from audit where id = p.deleted_audit) as why
from judged j left join posts p on p.id = j.id and j.refusal is null
left join threads t on t.id = p.thread_id left join accounts a on a.id = p.author_id left join accounts d on d.id = p.deleted_by
union all
select null, 'edit', e.nth, e.post_id, null, null, e.editor_id, a.name, e.title, e.body, null, null, ms(e.at), null, null, null,
    null, null, null, null, null, null
from judged j join post_edits e on e.post_id = j.id and j.refusal is null left join accounts a on a.id = e.editor_id
union all
select null, 'report', r.id, r.post_id, null, null, r.member_id, a.name, r.title, r.body, null, null, ms(r.created_at), null, null, null,
    null, null, null, null, r.state, r.why
from judged j join reports r on r.post_id = j.id and j.refusal is null left join accounts a on a.id = r.member_id
order by kind desc, nth desc
limit 1201;
