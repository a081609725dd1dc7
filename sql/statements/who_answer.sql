-- request bigint, process text, accounts bigint[], guests bigint: who is here; answers that nobody reads any more go.
with old as (
    delete from who_answers where at < clock_timestamp() - interval '1 minute'
)
insert into who_answers (request, process, accounts, guests) values ($1::bigint, $2::text, $3::bigint[], $4::bigint)
on conflict do nothing;
