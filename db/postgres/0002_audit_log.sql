-- The audit log: every read and write of a member's data, refused attempts included. Rows are only ever added: the
-- application's role may not change or remove them, a trigger stops the owner's slips, and the hash chain with its sealed
-- head shows what somebody with more rights has changed (see apps/server/src/platform/audit).
-- No foreign keys: the trail outlives the people, devices and tenants that it speaks of.
create table vigil.audit_log (
  tenant_id uuid not null,
  -- 1, 2, 3 … without holes within a tenant.
  sequence bigint not null check (sequence > 0),
  at timestamptz not null,
  request_id text not null,
  actor_kind text not null check (actor_kind in ('person', 'device', 'operator')),
  -- User id of a person (null before the account exists), device id of a device.
  actor_id uuid,
  -- Subject at the identity provider.
  subject text,
  -- Members whose data was read, written or asked for.
  members uuid[] not null,
  -- Id of the endpoint in the contract.
  endpoint text not null,
  method text not null,
  -- HTTP status of the answer.
  status smallint not null,
  ip text not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, sequence)
);
-- Who looked at this member?
create index audit_log_by_member on vigil.audit_log using gin (members);
call vigil.isolate('vigil.audit_log');
revoke update, delete, truncate on vigil.audit_log from vigil_app;

create function vigil.refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log can only be added to';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on vigil.audit_log
  for each statement execute function vigil.refuse_audit_change();

-- The end of each tenant's chain, sealed with a key that the database does not hold.
create table vigil.audit_heads (
  tenant_id uuid primary key,
  -- Sequence and hash of the last row; 0 and zeros before the first.
  sequence bigint not null,
  hash bytea not null,
  -- Sequence after which the server found the head forged or gone; null while nothing was.
  broken_at bigint,
  seal bytea not null
);
call vigil.isolate('vigil.audit_heads');
revoke delete, truncate on vigil.audit_heads from vigil_app;

-- Which tenants have a chain, sealed as well: a chain that was removed together with its head is missed.
create table vigil.audit_register (
  only_row boolean primary key default true check (only_row),
  tenants uuid[] not null,
  seal bytea not null
);
revoke delete, truncate on vigil.audit_register from vigil_app;
