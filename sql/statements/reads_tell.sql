-- origin text, turns bigint, key text: other processes count these reads of an account or address as well.
select pg_notify('keijiban', $1::text || ' q' || $2::bigint || ':' || $3::text);
