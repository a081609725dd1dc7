-- The name of this history of the database.
select epoch() as epoch;
