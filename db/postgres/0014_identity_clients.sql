-- Applications of others that people sign in to with their account here (OpenID relying parties). Operators register them.
create table vigil.oidc_clients (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Compared as whole texts.
  redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
  -- SHA-256 of 256 random bits; null for a public client, which has PKCE alone.
  secret_sha256 bytea,
  -- Whether it may ask for tokens for the API. Else it learns who signs in and nothing more.
  uses_api boolean not null default false,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  revoked_by text
);
-- What a client may do is settled when it is made; afterwards it can only be revoked.
revoke update, delete, truncate on vigil.oidc_clients from vigil_app;
grant update (revoked_at, revoked_by) on vigil.oidc_clients to vigil_app;
