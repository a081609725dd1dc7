-- Threads, posts, likes, and the numbers kept beside them.

create table categories (
    name text primary key,
    -- Live threads of this category.
    thread_count bigint not null default 0 check (thread_count >= 0)
);

create table threads (
    id bigint generated always as identity primary key,
    title text not null,
    category text,
    author_id bigint references accounts,
    created_at timestamptz not null default now(),
    -- The newest live post's created_at.
    last_post_at timestamptz,
    -- What the order `active` goes by.
    active_at timestamptz not null default now(),
    -- Live posts, and the likes of the live posts.
    post_count bigint not null default 0 check (post_count >= 0),
    like_count bigint not null default 0 check (like_count >= 0),
    -- The change number; only ever raised.
    seq bigint not null default 1,
    -- The `seq` of the last change of title, category, locked, pinned, author or existence.
    head_seq bigint not null default 1,
    locked boolean not null default false,
    pinned boolean not null default false,
    meta text,
    client_key text,
    -- When the last change of any kind was made; for those who lost the notifications of a while.
    moved_at timestamptz not null default now(),
    deleted_at timestamptz,
    deleted_by bigint
) with (fillfactor = 70);
create index threads_newest on threads (pinned, id) where deleted_at is null;
create index threads_popular on threads (pinned, like_count, id) where deleted_at is null;
create index threads_active on threads (pinned, active_at, id) where deleted_at is null;
create index threads_category_newest on threads (category, pinned, id) where deleted_at is null;
create index threads_category_popular on threads (category, pinned, like_count, id) where deleted_at is null;
create index threads_category_active on threads (category, pinned, active_at, id) where deleted_at is null;
create index threads_author on threads (author_id, id);
create unique index threads_client_key on threads (author_id, client_key) where client_key is not null;

create table posts (
    id bigint generated always as identity primary key,
    thread_id bigint not null references threads,
    author_id bigint references accounts,
    title text,
    body text not null,
    reply_to bigint,
    like_count bigint not null default 0 check (like_count >= 0),
    created_at timestamptz not null default clock_timestamp(),
    edited_at timestamptz,
    -- The thread's number at this post's last change of any kind, and at its creation.
    seq bigint not null,
    created_seq bigint not null,
    -- The thread's number at the last change of more than its likes.
    content_seq bigint not null,
    meta text,
    client_key text,
    deleted_at timestamptz,
    deleted_by bigint
);
create index posts_newest on posts (thread_id, id) where deleted_at is null;
create index posts_popular on posts (thread_id, like_count, id) where deleted_at is null;
create unique index posts_changes on posts (thread_id, seq);
create index posts_author on posts (author_id, id);
create unique index posts_client_key on posts (author_id, client_key) where client_key is not null;

create table likes (
    post_id bigint not null references posts,
    member_id bigint not null references accounts,
    primary key (post_id, member_id)
);
create index likes_member on likes (member_id, post_id);

-- Live posts of each author in each thread: what hidden counts are sums of.
create table thread_authors (
    thread_id bigint not null references threads,
    author_id bigint not null references accounts,
    live_posts bigint not null check (live_posts >= 0),
    primary key (thread_id, author_id)
) with (fillfactor = 70);
create index thread_authors_author on thread_authors (author_id, thread_id);

-- A post as it travels. `by_id` is whom blocks go by; the author shows only where `author_name` is there.
create view post_rows as
    select p.id, p.thread_id, p.title, p.body, p.author_id as by_id, a.name as author_name, p.reply_to,
        p.like_count, ms(p.created_at) as created_ms, ms(p.edited_at) as edited_ms, p.meta, p.seq,
        p.deleted_at is not null as deleted
    from posts p left join accounts a on a.id = p.author_id;

-- A thread as it travels, alike.
create view thread_rows as
    select t.id, t.title, t.category, t.author_id as by_id, a.name as author_name,
        ms(t.created_at) as created_ms, ms(t.last_post_at) as last_post_ms, t.post_count, t.like_count,
        t.seq, t.head_seq, t.locked, t.pinned, t.meta, t.deleted_at is not null as deleted
    from threads t left join accounts a on a.id = t.author_id;
