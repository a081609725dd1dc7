-- thread bigint[], author bigint[] -> for each pair its live posts, and the thread's number at that moment.
select t.id as thread_id, t.seq, w.author_id, coalesce(n.live_posts, 0) as live_posts
from unnest($1::bigint[], $2::bigint[]) as w (thread_id, author_id)
join threads t on t.id = w.thread_id
left join thread_authors n on n.thread_id = w.thread_id and n.author_id = w.author_id;
