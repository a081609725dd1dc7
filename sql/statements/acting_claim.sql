-- First in what changes who may act: waits for the writes under way, and holds up later ones till its commit.
select pg_advisory_xact_lock(7309, 1);
