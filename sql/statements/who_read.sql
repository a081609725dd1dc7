-- request bigint, rows bigint -> answers, guests, members, name: the answers so far; one row at least.
with answers as materialized (
    select * from who_answers where request = $1::bigint
), present as materialized (
    select distinct unnest(accounts) as id from answers
), named as (
    select name from accounts where id in (select id from present) and name is not null order by name_key limit $2::bigint
)
select (select count(*) from answers) as answers, (select coalesce(sum(guests), 0)::bigint from answers) as guests,
    (select count(*) from present) as members, n.name
from (select 1) as one left join named n on true;
