-- Which anchors of the audit log are kept outside the database, and how often each was written: one that is gone, or was
-- put back to an earlier one, is missed. Speaks of places and counts, of no tenant.
create table vigil.audit_anchors (
  -- `embedded`, or a digest of the machine and the data directory where the database is a server of its own.
  place text primary key,
  writes bigint not null,
  began_at timestamptz not null default now()
);
revoke delete, truncate on vigil.audit_anchors from vigil_app;

-- Do these entries still stand in the log? Gives their hashes and nothing of what they say, over all tenants at once.
create function vigil.audit_hashes(tenants uuid[], sequences bigint[])
  returns table (tenant_id uuid, hash bytea)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select l.tenant_id, l.hash
    from unnest(tenants, sequences) as asked (tenant_id, sequence)
    join vigil.audit_log l on l.tenant_id = asked.tenant_id and l.sequence = asked.sequence
  $$;
revoke execute on function vigil.audit_hashes(uuid[], bigint[]) from public;
grant execute on function vigil.audit_hashes(uuid[], bigint[]) to vigil_app;
