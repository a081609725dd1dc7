-- What makes an acknowledged write safe here; the session is made to wait for the disk where it would not.
with given as materialized (
    select current_setting('synchronous_commit') as commits
)
select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    commits as synchronous_commit,
    set_config('synchronous_commit', case commits when 'off' then 'on' else commits end, false) as now
from given;
