-- notice bigint (null: all), seconds bigint -> id, text: an admin's announcement, or those of the last so many seconds, oldest first.
select id, why as text from audit
where command = 'notice' and at > clock_timestamp() - $2::bigint * interval '1 second' and id = coalesce($1::bigint, id)
order by id limit 100;
