-- Opens a transaction that will be taken back, whatever happens in it.
begin;
