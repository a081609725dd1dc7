-- Takes a rehearsal back.
rollback;
