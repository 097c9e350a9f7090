-- Tenants, people and what belongs to whom. Every table with a tenant_id has row-level security: the application's
-- role (vigil_app) sees only the tenant that the transaction named in vigil.tenant_id, and owns nothing.
create schema vigil;
grant usage on schema vigil to vigil_app;
alter default privileges in schema vigil grant select, insert, update, delete on tables to vigil_app;
alter default privileges in schema vigil grant usage on sequences to vigil_app;

create function vigil.current_tenant() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('vigil.tenant_id', true), '')::uuid;

-- One call makes a table a tenant's own: the policy binds the application's role.
create procedure vigil.isolate(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy tenant_isolation on %s to vigil_app using (tenant_id = vigil.current_tenant()) with check (tenant_id = vigil.current_tenant())', target);
end $$;

create table vigil.tenants (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  display_name text,
  -- Overrides of the default web configuration: feature flags, texts, hosts, access.patients.
  settings jsonb not null default '{}',
  created_at timestamptz not null default now()
);

-- A person as one tenant knows them. The same id in two tenants is the same person.
create table vigil.users (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null default gen_random_uuid(),
  roles text[] not null check (cardinality(roles) > 0),
  given_name text not null,
  middle_names text,
  family_name text not null,
  title text,
  email text,
  phone_number text,
  photo_url text,
  sign_url text,
  birth_date date,
  sex text check (sex in ('male', 'female', 'intersex', 'unknown')),
  gender text,
  height_m double precision check (height_m between 0.3 and 2.75),
  weight_kg double precision check (weight_kg between 3 and 500),
  mrn text,
  employee_id text,
  time_zone text,
  is_in_the_tenant boolean default true,
  is_on_hold boolean not null default false,
  created_at timestamptz not null default now(),
  onboarded_at timestamptz,
  first_band_sync_at timestamptz,
  last_status_at timestamptz,
  portal_settings jsonb not null default '{}',
  preferences jsonb not null default '{}',
  data_origin text not null default 'person' check (data_origin in ('person', 'synthetic', 'public-dataset')),
  data_attribution text,
  primary key (tenant_id, id)
);
create index users_by_id on vigil.users (id);
create index users_by_name on vigil.users (tenant_id, lower(family_name), lower(given_name), id);
create unique index users_by_email on vigil.users (tenant_id, lower(email)) where email is not null;
call vigil.isolate('vigil.users');

-- A device's own credentials; the secret is kept only as its SHA-256 (it is 256 random bits, so no slow hash is needed).
create table vigil.devices (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null,
  label text not null,
  secret_sha256 bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  revoked_at timestamptz,
  foreign key (tenant_id, user_id) references vigil.users
);
create index devices_by_member on vigil.devices (tenant_id, user_id);
call vigil.isolate('vigil.devices');

-- The latest tick of each member and metric, kept at hand for lists. Derived: the ticks store can rebuild it.
create table vigil.latest_ticks (
  tenant_id uuid not null,
  user_id uuid not null,
  metric text not null,
  ts timestamptz not null,
  value double precision not null,
  source text not null check (source in ('device', 'manual', 'imported')),
  received_at timestamptz not null,
  primary key (tenant_id, user_id, metric)
);
create index latest_ticks_by_value on vigil.latest_ticks (tenant_id, metric, value, user_id);
call vigil.isolate('vigil.latest_ticks');

-- When the server last received anything from a member's own band, and its battery and state, for lists and triage.
create table vigil.band_syncs (
  tenant_id uuid not null,
  user_id uuid not null,
  first_tick_at timestamptz not null,
  last_received_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index band_syncs_by_time on vigil.band_syncs (tenant_id, last_received_at, user_id);
call vigil.isolate('vigil.band_syncs');

-- Questions that cross tenants. Each answers one, for one person or device, and gives no more than it needs.
create function vigil.memberships_of(person uuid)
  returns table (tenant_id uuid, code text, display_name text, roles text[], is_in_the_tenant boolean, is_on_hold boolean)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select u.tenant_id, t.code, t.display_name, u.roles, u.is_in_the_tenant, u.is_on_hold
    from vigil.users u join vigil.tenants t on t.id = u.tenant_id
    where u.id = person
    order by t.code
  $$;

create function vigil.device_credentials(device uuid)
  returns table (tenant_id uuid, user_id uuid, secret_sha256 bytea, revoked_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select d.tenant_id, d.user_id, d.secret_sha256, d.revoked_at from vigil.devices d where d.id = device
  $$;

revoke execute on function vigil.memberships_of(uuid), vigil.device_credentials(uuid) from public;
grant execute on function vigil.memberships_of(uuid), vigil.device_credentials(uuid) to vigil_app;
