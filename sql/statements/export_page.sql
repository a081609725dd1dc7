-- account bigint, after_kind bigint, after_key bigint, rows bigint -> kind, key, and the columns of that kind: what the account has
-- stored, by kind and within it by id.
select * from (
    (select 1 as kind, a.id as key, a.name as title, null::text as body, null::text as category, a.role, null::bigint as thread_id,
        null::bigint as reply_to, ms(a.created_at) as created_ms, null::bigint as edited_ms, null::text as meta, null::bigint as like_count
     from accounts a where a.id = $1::bigint and a.deleted_at is null and (1, a.id) > ($2::bigint, $3::bigint))
    union all
    (select 2, t.id, t.title, null, t.category, null, null, null, ms(t.created_at), null, t.meta, t.like_count
     from threads t where t.author_id = $1::bigint and t.deleted_at is null and $2::bigint <= 2
        and t.id > case when $2::bigint = 2 then $3::bigint else 0 end order by t.id limit $4::bigint)
    union all
    (select 3, p.id, p.title, p.body, null, null, p.thread_id, p.reply_to, ms(p.created_at), ms(p.edited_at), p.meta, p.like_count
     from posts p join threads t on t.id = p.thread_id and t.deleted_at is null
     where p.author_id = $1::bigint and p.deleted_at is null and $2::bigint <= 3
        and p.id > case when $2::bigint = 3 then $3::bigint else 0 end order by p.id limit $4::bigint)
    union all
    (select 4, l.post_id, null, null, null, null, p.thread_id, null, null, null, null, null
     from likes l join posts p on p.id = l.post_id
     where l.member_id = $1::bigint and $2::bigint <= 4
        and l.post_id > case when $2::bigint = 4 then $3::bigint else 0 end order by l.post_id limit $4::bigint)
    union all
    (select 5, b.blocked_id, o.name, null, null, null, null, null, null, null, null, null
     from blocks b join accounts o on o.id = b.blocked_id
     where b.member_id = $1::bigint and $2::bigint <= 5
        and b.blocked_id > case when $2::bigint = 5 then $3::bigint else 0 end order by b.blocked_id limit $4::bigint)
    union all
    (select 6, r.id, null, r.why, r.state, null, null, r.post_id, ms(r.created_at), null, null, null
     from reports r
     where r.member_id = $1::bigint and $2::bigint <= 6
        and r.id > case when $2::bigint = 6 then $3::bigint else 0 end order by r.id limit $4::bigint)
) as items
order by kind, key limit $4::bigint;
