-- How far members have read, and accounts that the app's own backend vouches for.

create table read_marks (
    member_id bigint not null references accounts,
    thread_id bigint not null references threads,
    seq bigint not null,
    primary key (member_id, thread_id)
);
create index posts_created on posts (thread_id, created_seq) include (author_id) where deleted_at is null;

-- The `sub` of the app's tokens; an account that has one may have no password.
alter table accounts add column subject text constraint accounts_subject_taken unique;

-- How many live posts by others that the member may see were created above a mark (null: the stored one).
--
-- Counted from whichever end is nearer: a mark is mostly near the newest post, or there is none.
create function unread_posts(thread bigint, viewer bigint, mark bigint default null) returns bigint
language plpgsql stable as $$
declare
    thread_seq bigint;
    posts bigint;
    hidden bigint;
    counted bigint;
begin
    if thread is null or viewer is null or viewer = 0 then return 0; end if;
    if mark is null then
        select m.seq into mark from read_marks m where m.member_id = viewer and m.thread_id = thread;
    end if;
    select t.seq, t.post_count into thread_seq, posts from threads t where t.id = thread;
    if mark >= thread_seq then return 0; end if;
    if mark is null or mark * 2 < thread_seq then
        select coalesce(sum(n.live_posts), 0) into hidden from thread_authors n
        where n.thread_id = thread and (n.author_id = viewer
            or n.author_id in (select b.blocked_id from blocks b where b.member_id = viewer));
        if mark is null then return posts - hidden; end if;
        select count(*) into counted from posts p
        where p.thread_id = thread and p.deleted_at is null and p.created_seq <= mark
            and (p.author_id is null or p.author_id <> viewer and not exists (
                select from blocks b where b.member_id = viewer and b.blocked_id = p.author_id));
        return posts - hidden - counted;
    end if;
    select count(*) into counted from posts p
    where p.thread_id = thread and p.deleted_at is null and p.created_seq > mark
        and (p.author_id is null or p.author_id <> viewer and not exists (
            select from blocks b where b.member_id = viewer and b.blocked_id = p.author_id));
    return counted;
end
$$;
