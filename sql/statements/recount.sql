-- after bigint, rows bigint -> id, drift: the next threads by id, and how many of each one's kept numbers differ from what its rows
-- say (post, like and author counts, last post, likes of each post, change numbers).
select t.id,
    (t.post_count <> c.posts)::int + (t.like_count <> c.likes)::int + (t.last_post_at is distinct from c.newest)::int
    + (t.active_at <> coalesce(c.newest, t.created_at))::int + c.unlike + (c.seq > t.seq)::int + (t.head_seq > t.seq)::int
    + (select count(*) from (select author_id, live_posts from thread_authors where thread_id = t.id) n
       full join (select author_id, count(*) as posts from posts
                  where thread_id = t.id and deleted_at is null and author_id is not null group by 1) r
           on r.author_id = n.author_id
       where coalesce(n.live_posts, 0) <> coalesce(r.posts, 0)) as drift
from (select * from threads where id > $1::bigint order by id limit $2::bigint) t
cross join lateral (
    select count(*) filter (where live) as posts, coalesce(sum(likes) filter (where live), 0) as likes,
        (array_agg(created_at order by id desc) filter (where live))[1] as newest,
        count(*) filter (where likes <> like_count) as unlike, coalesce(max(seq), 0) as seq
    from (select p.id, p.created_at, p.like_count, p.seq, p.deleted_at is null as live,
              (select count(*) from likes l where l.post_id = p.id) as likes
          from posts p where p.thread_id = t.id) every
) c
order by t.id;
