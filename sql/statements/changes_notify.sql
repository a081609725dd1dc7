-- thread bigint[], post bigint[], account bigint[]: tells every process which threads and
-- accounts this transaction may have changed: ids and numbers only, in pieces below NOTIFY's 8,000 bytes.
with told as (
    select 't' || t.id || ':' || t.seq as word from threads t
    where t.id = any ($1::bigint[]) or t.id = any (array(select thread_id from posts where id = any ($2::bigint[])))
    union all
    select 'a' || id from unnest($3::bigint[]) as id
), numbered as (
    select word, (row_number() over () - 1) / 150 as piece from told
)
select pg_notify('keijiban', coalesce(current_setting('keijiban.origin', true), '-') || ' ' || string_agg(word, ' ')) from numbered group by piece;
