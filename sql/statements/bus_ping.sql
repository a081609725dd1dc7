-- Proves that the listening connection still hears.
select 1 as alive;
