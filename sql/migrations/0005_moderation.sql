-- What moderators see, decide and take back: reports, former texts, listed words, invitations, what undo needs.

alter table audit
    -- What the command made of it, where undo has to see that nobody changed it since.
    add column after jsonb,
    add column undone_at timestamptz,
    -- Its undoing is under way, in steps.
    add column is_undoing boolean not null default false;
create index audit_at on audit (at);
create index audit_undoing on audit (id) where is_undoing;

alter table accounts
    -- Registered, and not yet approved.
    add column is_waiting boolean not null default false,
    -- The command that suspended it last.
    add column suspended_audit bigint,
    -- The purge under way: until it is done the account can't act.
    add column purge_audit bigint;
create index accounts_purged on accounts (id) where purge_audit is not null;
create index accounts_waiting on accounts (id) where is_waiting;

alter table threads
    -- Slow mode: a member posts once in so many seconds.
    add column slow_seconds int check (slow_seconds > 0),
    -- The command that deleted it; null where its author did.
    add column deleted_audit bigint,
    -- When its text, kept for a while after its deletion, went for good; and that of all its posts.
    add column erased_at timestamptz,
    add column emptied_at timestamptz;
create index threads_to_erase on threads (deleted_at) where deleted_at is not null and erased_at is null;
create index threads_to_empty on threads (id) where erased_at is not null and emptied_at is null;

alter table posts
    add column deleted_audit bigint,
    add column erased_at timestamptz;
create index posts_to_erase on posts (deleted_at) where deleted_at is not null and erased_at is null;
create index posts_deleted_by on posts (deleted_audit, id) where deleted_audit is not null;

alter table thread_authors
    -- When the author posted here last, whatever became of the post: what slow mode goes by.
    add column last_post_at timestamptz;

-- What a post said before each edit: the first 99 texts and the newest one.
create table post_edits (
    post_id bigint not null references posts,
    nth int not null,
    at timestamptz not null default clock_timestamp(),
    -- Who wrote the text that followed; null: an account that is no longer there.
    editor_id bigint references accounts,
    title text,
    body text not null,
    primary key (post_id, nth)
);
create index post_edits_at on post_edits (at);
create index post_edits_editor on post_edits (editor_id) where editor_id is not null;

create table reports (
    id bigint generated always as identity primary key,
    post_id bigint not null references posts,
    -- Null: an account that is no longer there.
    member_id bigint references accounts,
    why text not null,
    state text not null default 'open' check (state in ('open', 'resolved', 'dismissed', 'deleted')),
    created_at timestamptz not null default clock_timestamp(),
    resolved_at timestamptz,
    resolved_audit bigint,
    -- The post as it was when it was reported; null once that text went for good.
    title text,
    body text,
    check ((state = 'open') = (resolved_at is null))
);
create unique index reports_open on reports (post_id, member_id) where state = 'open';
create index reports_by_state on reports (state, id);
create index reports_post on reports (post_id, id);
create index reports_member on reports (member_id, id);
create index reports_resolved on reports (resolved_at) where resolved_at is not null and body is not null;

-- Words that posts and titles may not hold, as written and under NFKC case folding.
create table words (
    key text primary key check (key <> ''),
    word text not null
);

create table invites (
    -- BLAKE2b of the code; the code itself is nowhere.
    code_hash bytea primary key,
    made_by bigint references accounts,
    until timestamptz not null default clock_timestamp() + interval '30 days',
    used_by bigint references accounts
);

-- Whether an account may act now: neither deleted nor suspended, and not being purged.
create function is_acting(account accounts) returns boolean language sql stable as $$
    select account.deleted_at is null and account.purge_audit is null
        and (account.suspended_until is null or account.suspended_until <= clock_timestamp())
$$;

create function role_rank(role text) returns int language sql immutable as $$
    select case role when 'member' then 1 when 'moderator' then 2 when 'admin' then 3 end
$$;

create or replace view acting_accounts as
    select a.id, a.role, role_rank(a.role) as rank from accounts a where is_acting(a);

create or replace function account_refusal(account_id bigint) returns text language sql stable as $$
    select coalesce(
        (select 'suspended ' || case when purge_audit is null
             then json_build_object('until', ms(suspended_until), 'why', suspended_why)
             else json_build_object('until', null, 'why', 'The posts of this account are being removed.') end
         from accounts where id = account_id and deleted_at is null),
        'badCredentials')
$$;

-- Of whoever runs a command, 0 being the operator; null where the account can't act.
create function actor_rank(actor bigint) returns int language sql stable as $$
    select case when actor = 0 then 4 else (select rank from acting_accounts where id = actor) end
$$;

-- Why the actor may not run a command that takes such a rank; null where nothing stands against it.
create function actor_refusal(actor bigint, needed int) returns text language sql stable as $$
    select case when r.rank is null then account_refusal(actor) when r.rank < needed then 'forbidden' end
    from (select actor_rank(actor) as rank) r
$$;

-- The same of a command on an account: nobody acts on one of an equal or higher role.
create function target_refusal(actor bigint, needed int, target bigint) returns text language sql stable as $$
    select coalesce(actor_refusal(actor, needed),
        case when t.id is null then 'notFound' when actor_rank(actor) <= role_rank(t.role) then 'forbidden' end)
    from (select 1) as one left join accounts t on t.id = target and t.deleted_at is null
$$;

-- Whether nobody else is an admin who can act: that one can't be demoted, suspended or deleted.
create function is_last_admin(account accounts) returns boolean language sql stable as $$
    select account.role = 'admin'
        and not exists (select from acting_accounts o where o.role = 'admin' and o.id <> account.id)
$$;

-- Why the actor may not undo an audited command, as far as its own row says.
create function undo_refusal(actor bigint, entry audit) returns text language sql stable as $$
    select case
        when actor_refusal(actor, 2) is not null then actor_refusal(actor, 2)
        when entry.id is null then 'notFound'
        when entry.command = 'purge' and actor_rank(actor) < 3 then 'forbidden'
        when entry.undone_at is not null then 'conflict undone'
        when entry.at < clock_timestamp() - interval '30 days' then 'conflict late'
        when entry.command not in (
            'delete post', 'delete thread', 'resolve delete', 'purge', 'suspend', 'move', 'rename') then 'conflict never' end
$$;

-- Whether a folded text holds a listed word.
create function holds_listed_word(folded text) returns boolean language sql stable as $$
    select exists (select from words where strpos(folded, key) > 0)
$$;

-- In how many milliseconds there is a turn, without taking it; 0 for now.
create function turn_wait(rate_key text, every interval, burst int) returns bigint language sql volatile as $$
    select greatest(0, coalesce(
        (select ceil(extract(epoch from due_at - clock_timestamp() - every * (burst - 1)) * 1000)::bigint
         from rates where key = rate_key), 0))
$$;

-- Who is connected: asked of all processes, answered by each; worth nothing a minute later, hence unlogged.
create sequence who_requests;
create unlogged table who_answers (
    request bigint not null,
    process text not null,
    at timestamptz not null default clock_timestamp(),
    accounts bigint[] not null,
    guests bigint not null,
    primary key (request, process)
);
