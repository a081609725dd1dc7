-- actor bigint (0: the operator), all boolean, rows bigint -> refusal, and the newest reports: one row at least.
select actor_refusal($1::bigint, 2) as refusal, r.id, r.post_id, p.thread_id, a.name as by_name, r.why, r.state,
    ms(r.created_at) as created_ms, o.name as author_name, r.title, r.body
from (select 1) as one
left join lateral (
    select * from reports
    where actor_refusal($1::bigint, 2) is null and ($2::boolean or state = 'open') order by id desc limit $3::bigint
) r on true
left join accounts a on a.id = r.member_id
left join posts p on p.id = r.post_id left join accounts o on o.id = p.author_id
order by r.id desc;
