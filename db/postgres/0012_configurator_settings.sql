-- Settings that can be changed: of all tenants at once and of one, each with a revision that counts its changes.
create table vigil.global_settings (
  only_row boolean primary key default true check (only_row),
  settings jsonb not null default '{}',
  revision bigint not null default 0
);
revoke delete, truncate on vigil.global_settings from vigil_app;

alter table vigil.tenants add settings_revision bigint not null default 0;

-- Tenants are known before anybody has signed in; only from inside a tenant can it be changed, and nothing but its settings.
alter table vigil.tenants enable row level security;
create policy tenants_are_known on vigil.tenants for select to vigil_app using (true);
create policy tenants_are_made on vigil.tenants for insert to vigil_app with check (true);
create policy a_tenant_changes_itself on vigil.tenants for update to vigil_app
  using (id = vigil.current_tenant()) with check (id = vigil.current_tenant());
revoke update, delete, truncate on vigil.tenants from vigil_app;
grant update (settings, settings_revision) on vigil.tenants to vigil_app;

-- What was changed, by whom and when. `before` and `after` are {"value": …}; null: nothing was set there.
create table vigil.tenant_setting_changes (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null default gen_random_uuid(),
  -- Changes that were made together share the revision that they led to.
  revision bigint not null,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('person', 'operator')),
  actor_id uuid,
  -- As the person was called then, or an operator's user name at the machine.
  actor_name text not null,
  path text not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, id)
);
create index tenant_setting_changes_by_revision on vigil.tenant_setting_changes (tenant_id, revision, path);
call vigil.isolate('vigil.tenant_setting_changes');
revoke update, delete, truncate on vigil.tenant_setting_changes from vigil_app;

create table vigil.global_setting_changes (
  id uuid not null default gen_random_uuid() primary key,
  revision bigint not null,
  at timestamptz not null,
  actor_name text not null,
  path text not null,
  before jsonb,
  after jsonb
);
create index global_setting_changes_by_revision on vigil.global_setting_changes (revision, path);
revoke update, delete, truncate on vigil.global_setting_changes from vigil_app;
