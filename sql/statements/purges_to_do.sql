-- -> account_id, audit_id: what a crash may have broken off between two steps: purges, and the undoing of deletions.
select a.id as account_id, null::bigint as audit_id from accounts a join audit e on e.id = a.purge_audit
where a.purge_audit is not null and e.at < clock_timestamp() - interval '1 minute'
union all
select null, id from audit where is_undoing and undone_at < clock_timestamp() - interval '1 minute'
limit 100;
