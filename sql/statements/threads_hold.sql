-- thread bigint[], post bigint[]: locks these threads, and the threads of these posts, by ascending id.
-- A statement of its own: the next one judges by what was committed while this one waited.
select id from threads
where id = any ($1::bigint[]) or id = any (array(select thread_id from posts where id = any ($2::bigint[])))
order by id for no key update;
