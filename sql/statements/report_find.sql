-- actor bigint (0: the operator), report bigint -> refusal, post_id, deleted: which post a report is about.
select coalesce(actor_refusal($1::bigint, 2), case when r.id is null then 'notFound' when r.state <> 'open' then 'conflict' end) as refusal,
    r.post_id, p.deleted_at is not null or t.deleted_at is not null as deleted
from (select 1) as one left join reports r on r.id = $2::bigint
left join posts p on p.id = r.post_id left join threads t on t.id = p.thread_id;
