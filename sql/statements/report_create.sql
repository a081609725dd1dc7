-- member bigint, post bigint, why text, limited boolean -> refusal, id: the post is kept as it is now, for moderators.
with weighed as materialized (
    select p.id, p.title, p.body, case
        when a.id is null then account_refusal($1::bigint)
        when p.id is null or t.id is null then 'notFound'
        when p.author_id = $1::bigint then 'forbidden'
        when exists (select from reports r where r.post_id = p.id and r.member_id = $1::bigint and r.state = 'open') then 'conflict'
        end as refused
    from (select 1) as one
    left join acting_accounts a on a.id = $1::bigint
    left join posts p on p.id = $2::bigint and p.deleted_at is null
    left join threads t on t.id = p.thread_id and t.deleted_at is null
), judged as materialized (
    select *, case when refused is not null or not $4::boolean then refused
        else rate_refusal('report/' || $1::bigint, '12 s', 5) end as refusal
    from weighed
), added as (
    insert into reports (post_id, member_id, why, title, body)
    select id, $1::bigint, $3::text, title, body from judged where refusal is null
    on conflict (post_id, member_id) where state = 'open' do nothing
    returning id
)
select coalesce(j.refusal, case when d.id is null then 'conflict' end) as refusal, d.id
from judged j left join added d on true;
