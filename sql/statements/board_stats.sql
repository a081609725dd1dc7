-- actor bigint (0: the operator) -> refusal, and the board in numbers.
select actor_refusal($1::bigint, 2) as refusal,
    (select count(*) from accounts where deleted_at is null) as accounts,
    (select count(*) from accounts where deleted_at is null and suspended_until > clock_timestamp() and not is_waiting) as suspended,
    (select count(*) from accounts where is_waiting) as waiting,
    (select count(*) from threads where deleted_at is null) as threads,
    (select coalesce(sum(post_count), 0)::bigint from threads where deleted_at is null) as posts,
    (select coalesce(sum(like_count), 0)::bigint from threads where deleted_at is null) as likes,
    (select count(*) from reports where state = 'open') as open_reports,
    (select count(*) from sessions) as sessions,
    (select count(*) from pg_stat_activity where datname = current_database() and application_name = 'keijiban bus') as processes,
    pg_database_size(current_database()) as database_bytes;
