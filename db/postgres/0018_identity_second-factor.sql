-- The second factor of sign-in accounts (RFC 6238), and from which browser a session was begun.

-- One authenticator an account. The secret is sealed (AES-256-GCM) with a secret that is not in the database.
create table vigil.second_factors (
  account_id uuid primary key references vigil.accounts on delete cascade,
  sealed_secret bytea not null,
  -- Number of the time step whose code was taken last: no code works twice (RFC 6238 §5.2).
  last_step bigint not null,
  added_at timestamptz not null
);

-- Codes for a lost authenticator, each good for one use. Kept as HMACs under a key that is not in the database in the clear.
create table vigil.recovery_codes (
  account_id uuid not null references vigil.second_factors on delete cascade,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (account_id, code_mac)
);

-- Of sessions: what the browser called itself, for the person's own list of where they are signed in.
alter table vigil.oidc_records add browser text, add system text;
