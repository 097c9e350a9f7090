-- Sessions that open with a PIN or a password only. The provider stores a session anew under another id whenever it is resumed:
-- what is kept by its uid stays with it.
create table vigil.session_locks (
  uid text primary key,
  account_id uuid not null references vigil.accounts on delete cascade,
  locked_at timestamptz not null
);
create index session_locks_by_account on vigil.session_locks (account_id);

insert into vigil.session_locks (uid, account_id, locked_at)
  select distinct on (r.uid) r.uid, a.id, r.locked_at
  from vigil.oidc_records r join vigil.accounts a on a.id::text = r.account_id
  where r.kind = 'Session' and r.uid is not null and r.locked_at is not null
  order by r.uid, r.locked_at;
alter table vigil.oidc_records drop column locked_at;
