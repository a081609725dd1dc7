-- Accounts, their sessions, whom they block.

-- Milliseconds since 1970 of a moment; null for null and for infinity.
create function ms(moment timestamptz) returns bigint language sql stable parallel safe as $$
    select case when isfinite(moment) then (extract(epoch from moment) * 1000)::bigint end
$$;

create table accounts (
    id bigint generated always as identity primary key,
    name text,
    -- The name under NFKC case folding: what must be unique.
    name_key text constraint accounts_name_taken unique,
    password_hash text,
    role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
    created_at timestamptz not null default now(),
    -- Suspended until then; infinity: for good.
    suspended_until timestamptz,
    suspended_why text,
    -- Raised by each block and unblock; a guest's is 0.
    blocks_version bigint not null default 1,
    reset_hash bytea,
    reset_until timestamptz,
    deleted_at timestamptz,
    -- When the last of a deleted account's rows was dealt with.
    erased_at timestamptz,
    check ((deleted_at is null) = (name is not null and name_key is not null)),
    check (erased_at is null or deleted_at is not null)
);
create index accounts_to_erase on accounts (id) where deleted_at is not null and erased_at is null;
create index accounts_admins on accounts (id) where role = 'admin' and deleted_at is null;

create table sessions (
    id bigint generated always as identity primary key,
    account_id bigint not null references accounts on delete cascade,
    -- BLAKE2b of the token; the token itself is nowhere.
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    client text
);
create index sessions_account on sessions (account_id, last_used_at, id);

create table blocks (
    id bigint generated always as identity unique,
    member_id bigint not null references accounts,
    blocked_id bigint not null references accounts,
    primary key (member_id, blocked_id),
    check (member_id <> blocked_id)
);
create index blocks_newest on blocks (member_id, id);
create index blocks_of on blocks (blocked_id, member_id);

-- Who may act now: neither deleted nor suspended. `rank` orders the roles.
create view acting_accounts as
    select id, role, case role when 'member' then 1 when 'moderator' then 2 else 3 end as rank
    from accounts
    where deleted_at is null and (suspended_until is null or suspended_until <= clock_timestamp());

-- Why an account that is not among the acting ones may not act: a refusal's reason, after `suspended` its details.
create function account_refusal(account_id bigint) returns text language sql stable as $$
    select coalesce(
        (select 'suspended ' || json_build_object('until', ms(suspended_until), 'why', suspended_why)
         from accounts where id = account_id and deleted_at is null),
        'badCredentials')
$$;
