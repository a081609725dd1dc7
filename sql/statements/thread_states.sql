-- thread bigint[], since bigint[] -> these threads as they are now, deleted ones too; each with the live posts of those whose
-- posts changed after that number. Not all are there where one of those accounts is gone, or after more than 1,000 posts.
select t.id, t.title, t.category, t.by_id, t.author_name, t.created_ms, t.last_post_ms, t.post_count, t.like_count, t.seq,
    t.head_seq, t.locked, t.pinned, t.meta, t.deleted, w.since, d.is_whole, coalesce(d.authors, '{}') as authors,
    array(select coalesce(n.live_posts, 0) from unnest(d.authors) with ordinality as a (id, place)
        left join thread_authors n on n.thread_id = w.id and n.author_id = a.id order by a.place) as live_posts
from unnest($1::bigint[], $2::bigint[]) as w (id, since)
join thread_rows t on t.id = w.id
cross join lateral (
    select count(*) <= 1000 and count(*) = count(p.author_id) as is_whole,
        array_agg(distinct p.author_id) filter (where p.author_id is not null) as authors
    from (select author_id from posts where thread_id = w.id and seq > w.since order by seq limit 1001) as p
) as d
order by t.id;
