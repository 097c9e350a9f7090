-- Identity: accounts, the provider's keys and sessions, invitations, and the counters that slow guessing down.
-- Accounts belong to people, not to tenants: these tables have no tenant_id, except invitations.

-- A sign-in account. Its id is the `sub` of tokens; user_id is vigil.users.id (the claim extension_healthId).
create table vigil.accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  email_verified boolean not null default false,
  password_hash text,
  password_changed_at timestamptz,
  user_id uuid,
  -- Sessions and tokens from before this moment are worth nothing.
  sessions_ended_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create unique index accounts_by_email on vigil.accounts (email);
create index accounts_by_user on vigil.accounts (user_id) where user_id is not null;

-- People whom an external issuer vouches for (OIDC_ISSUER), and the user each one is.
create table vigil.identity_links (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identity_links_by_user on vigil.identity_links (user_id);

-- Signing and cookie keys, sealed (AES-256-GCM) with a secret that is not in the database.
create table vigil.identity_keys (
  id text primary key,
  purpose text not null check (purpose in ('signing', 'cookie')),
  sealed bytea not null,
  created_at timestamptz not null
);

-- What the OpenID provider keeps: sessions, grants, refresh tokens, authorisation codes, interactions.
-- Bearer secrets (codes, refresh tokens, session ids) are kept only as their SHA-256.
create table vigil.oidc_records (
  kind text not null,
  id_hash bytea not null,
  payload jsonb not null,
  account_id text,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (kind, id_hash)
);
create index oidc_records_by_grant on vigil.oidc_records (grant_id) where grant_id is not null;
create index oidc_records_by_account on vigil.oidc_records (account_id) where account_id is not null;
create index oidc_records_by_uid on vigil.oidc_records (uid) where uid is not null;
create index oidc_records_by_expiry on vigil.oidc_records (expires_at);

-- E-mailed one-time links: a new password, or signing in without one. Only the token's SHA-256 is kept.
create table vigil.sign_in_links (
  token_sha256 bytea primary key,
  purpose text not null check (purpose in ('reset', 'magic')),
  account_id uuid not null references vigil.accounts on delete cascade,
  origin text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_account on vigil.sign_in_links (account_id);
create index sign_in_links_by_expiry on vigil.sign_in_links (expires_at);

-- Failed attempts per account, per known browser and per network address. Keys are HMACs: no e-mail address, no IP.
create table vigil.sign_in_throttles (
  key bytea primary key,
  failures integer not null,
  first_failure_at timestamptz not null,
  last_failure_at timestamptz not null,
  locked_until timestamptz
);
create index sign_in_throttles_by_time on vigil.sign_in_throttles (last_failure_at);

-- What happened at sign-in. Append-only for the application: no e-mail addresses, the account by its id.
create table vigil.sign_in_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid,
  event text not null,
  outcome text not null,
  ip inet
);
create index sign_in_events_by_account on vigil.sign_in_events (account_id, at);
create index sign_in_events_by_time on vigil.sign_in_events (at);
revoke update, delete, truncate on vigil.sign_in_events from vigil_app;

-- Invitations of a tenant. Whoever proves the e-mail address becomes the user described here.
create table vigil.invitations (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null default gen_random_uuid() primary key,
  email text not null check (email = lower(email)),
  roles text[] not null check (cardinality(roles) > 0),
  given_name text not null,
  middle_names text,
  family_name text not null,
  title text,
  phone_number text,
  birth_date date,
  sex text check (sex in ('male', 'female', 'intersex', 'unknown')),
  gender text,
  height_m double precision check (height_m between 0.3 and 2.75),
  weight_kg double precision check (weight_kg between 3 and 500),
  mrn text,
  employee_id text,
  time_zone text,
  data_origin text not null default 'person' check (data_origin in ('person', 'synthetic', 'public-dataset')),
  -- SHA-256 of the token in the e-mailed link; null where the person is expected to sign in through an external issuer.
  token_sha256 bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  user_id uuid
);
create index invitations_by_email on vigil.invitations (email) where used_at is null;
create index invitations_by_tenant on vigil.invitations (tenant_id, created_at);
call vigil.isolate('vigil.invitations');

-- Which invitations are open for this proven e-mail address, in whichever tenant.
create function vigil.open_invitations_of(address text, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id from vigil.invitations i
    where i.email = lower(address) and i.used_at is null and i.expires_at > at
    order by i.created_at
  $$;

-- Which invitation does this link belong to.
create function vigil.invitation_by_token(token bytea)
  returns table (tenant_id uuid, id uuid, email text, expires_at timestamptz, used_at timestamptz, tenant_code text, tenant_display_name text)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id, i.email, i.expires_at, i.used_at, t.code, t.display_name
    from vigil.invitations i join vigil.tenants t on t.id = i.tenant_id
    where i.token_sha256 = token
  $$;

revoke execute on function vigil.open_invitations_of(text, timestamptz), vigil.invitation_by_token(bytea) from public;
grant execute on function vigil.open_invitations_of(text, timestamptz), vigil.invitation_by_token(bytea) to vigil_app;
