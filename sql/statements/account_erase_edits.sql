-- account bigint, post bigint[] -> erased: the edits of these posts are nobody's now.
with freed as (
    update post_edits set editor_id = null where post_id = any ($2::bigint[]) and editor_id = $1::bigint returning post_id
)
select count(*) as erased from freed;
