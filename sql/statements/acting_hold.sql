-- First in each write that an account makes: while it is under way, nobody is suspended, demoted or deleted.
select pg_advisory_xact_lock_shared(7309, 1);
