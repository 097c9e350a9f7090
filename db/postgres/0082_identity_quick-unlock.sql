-- A PIN with which a member opens a session of their own again that was locked. Kept as passwords are.
alter table vigil.accounts
  add pin_hash text,
  add pin_set_at timestamptz,
  -- Since the last right one, or the last sign-in.
  add pin_wrong_tries int not null default 0;

-- Of sessions: since when it opens with a PIN or a password only.
alter table vigil.oidc_records add locked_at timestamptz;
