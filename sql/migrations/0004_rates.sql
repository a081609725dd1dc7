-- How often accounts and addresses may do a thing, across processes. Nothing is lost with it: unlogged.
create unlogged table rates (
    key text primary key,
    -- When as many turns as have been taken would be due at an even pace (GCRA's theoretical arrival time).
    due_at timestamptz not null
);
create index rates_due on rates (due_at);

-- Takes a turn: 0, or in how many milliseconds there is one. `every` is the pace, `burst` how many may come at once.
create function take_turn(rate_key text, every interval, burst int) returns bigint language plpgsql as $$
declare
    now_at timestamptz := clock_timestamp();
    due timestamptz;
begin
    insert into rates (key, due_at) values (rate_key, now_at + every) on conflict (key) do nothing;
    if found then return 0; end if;
    select greatest(due_at, now_at) into due from rates where key = rate_key for update;
    if due - now_at > every * (burst - 1) then
        return ceil(extract(epoch from due - now_at - every * (burst - 1)) * 1000);
    end if;
    update rates set due_at = due + every where key = rate_key;
    return 0;
end
$$;

-- The refusal of an action that comes too soon; null where it may go on.
create function rate_refusal(rate_key text, every interval, burst int) returns text language sql volatile as $$
    select 'rateLimited ' || wait from (select take_turn(rate_key, every, burst) as wait) t where wait > 0
$$;
