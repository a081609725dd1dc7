-- origin text, words text: tells other processes what this one counts, see BusMessage.
select pg_notify('keijiban', $1::text || ' ' || $2::text);
