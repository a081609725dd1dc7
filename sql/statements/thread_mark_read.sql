-- member bigint[], thread bigint[], seq bigint[] -> ord, refusal, changed, thread_id, seq, unread: one row for each element,
-- in order; a member's thread once in a call. Marks only go forward, and never ahead of the thread.
with wanted as materialized (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as w (member_id, thread_id, seq, ord)
), judged as materialized (
    select w.ord, w.member_id, w.thread_id, greatest(coalesce(r.seq, 0), least(w.seq, t.seq)) as seq, coalesce(r.seq, 0) as before,
        case when m.id is null then 'badCredentials' when t.id is null then 'notFound' end as refusal
    from wanted w
    left join accounts m on m.id = w.member_id and m.deleted_at is null
    left join threads t on t.id = w.thread_id and t.deleted_at is null
    left join read_marks r on r.member_id = w.member_id and r.thread_id = w.thread_id
), moved as (
    insert into read_marks as r (member_id, thread_id, seq)
    select member_id, thread_id, seq from judged where refusal is null and seq > before
    on conflict (member_id, thread_id) do update set seq = greatest(r.seq, excluded.seq)
    returning r.member_id, r.thread_id, r.seq
), counted as materialized (
    select j.ord, v.seq is not null as changed, coalesce(v.seq, j.seq) as seq,
        unread_posts(j.thread_id, j.member_id, coalesce(v.seq, j.seq)) as unread
    from judged j left join moved v on v.member_id = j.member_id and v.thread_id = j.thread_id
    where j.refusal is null
), told as (
    select pg_notify('keijiban', coalesce(current_setting('keijiban.origin', true), '-')
        || ' r' || j.member_id || ':' || j.thread_id || ':' || c.seq || ':' || c.unread)
    from counted c join judged j on j.ord = c.ord where c.changed
)
select j.ord, j.refusal, coalesce(c.changed, false) as changed, j.thread_id, c.seq, c.unread, (select count(*) from told) as told
from judged j left join counted c on c.ord = j.ord order by j.ord;
