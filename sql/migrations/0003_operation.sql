-- What operators did, and which history of the database this is.

create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    -- Null: the operator, from the shell.
    actor_id bigint references accounts,
    command text not null,
    target text,
    why text,
    -- What was before, as far as it takes to undo the command.
    before jsonb
);

create table epoch_mark (
    only_one boolean primary key default true check (only_one),
    mark uuid not null default gen_random_uuid()
);
insert into epoch_mark default values;

-- Names this history of the database: another one after a restore, a fail-over or `epoch renew`.
create function epoch() returns text language sql stable as $$
    select substr(encode(sha256(convert_to(concat_ws('/',
        (pg_control_system()).system_identifier,
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
        (select oid from pg_database where datname = current_database()),
        (select mark from epoch_mark)), 'UTF8')), 'hex'), 1, 32)
$$;
