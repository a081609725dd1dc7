-- -> account_id, audit_id: what a crash may have broken off between two steps: purges, and the undoing of deletions.
select id as account_id, null::bigint as audit_id from accounts where purge_audit is not null
union all
select null, id from audit where is_undoing
limit 100;
