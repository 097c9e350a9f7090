-- Inviting and importing people. An invitation makes the user at once, so that the person stands in the lists as CREATED;
-- whoever proves the e-mail address takes it up later.

-- What the invitation says about somebody beyond what the lists need.
alter table vigil.users
  add column street_address text,
  add column city text,
  add column state text,
  add column zip text,
  add column country_code text,
  add column country_name text,
  -- Qualified for the billing of remote monitoring; the billing export prints it.
  add column qhcp boolean not null default false,
  -- The units that height and weight were given in and are shown in; they are kept in metres and kilograms.
  add column height_display_units text check (height_display_units in ('FOOT+INCH', 'CENTIMETER')),
  add column weight_display_units text check (weight_display_units in ('POUND', 'KILOGRAM')),
  add column order_source text,
  drop constraint users_sex_check,
  add constraint users_sex_check check (sex in ('male', 'female', 'intersex', 'non-binary', 'transgender', 'unknown'));
create index users_by_mrn on vigil.users (tenant_id, lower(trim(mrn))) where mrn is not null;

alter table vigil.invitations
  drop constraint invitations_sex_check,
  add constraint invitations_sex_check check (sex in ('male', 'female', 'intersex', 'non-binary', 'transgender', 'unknown')),
  -- The invitation made this user, who takes no part in the tenant before it was accepted. Otherwise user_id is set by accepting.
  add column makes_user boolean not null default false,
  -- Of the request that made it, so that sending it again makes nobody twice.
  add column request_id uuid,
  -- Whether whoever made it wanted the link sent at once.
  add column trigger_invitation boolean not null default true,
  add column sent_at timestamptz,
  add column sent_count int not null default 0,
  add column opened_at timestamptz,
  -- Whoever opens the link has the mailbox of the address. Not so by SMS, or where an administrator passes the link on.
  add column link_proves_address boolean not null default true;
create unique index invitations_by_request on vigil.invitations (tenant_id, request_id) where request_id is not null;
create index invitations_by_user on vigil.invitations (user_id) where user_id is not null;

-- Who the owner of an e-mail address is, in whichever tenant: the account's user, or whoever another invitation of the
-- address has made. The same person has the same id in all tenants.
create function vigil.people_of_addresses(addresses text[])
  returns table (email text, user_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct on (known.email) known.email, known.user_id
    from (
      select a.email, a.user_id, 0 as place, a.created_at from vigil.accounts a where a.email = any(addresses) and a.user_id is not null
      union all
      select i.email, i.user_id, 1, i.created_at from vigil.invitations i
      where i.email = any(addresses) and i.user_id is not null and i.used_at is null
    ) known
    order by known.email, known.place, known.created_at
  $$;

-- In which tenants a user only exists because of invitations that nobody has accepted yet.
create function vigil.awaited_in(person uuid)
  returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id from vigil.invitations i
    where i.user_id = person
    group by i.tenant_id
    having bool_or(i.makes_user) and bool_and(i.used_at is null)
  $$;

drop function vigil.invitation_by_token(bytea);
create function vigil.invitation_by_token(token bytea)
  returns table (tenant_id uuid, id uuid, email text, expires_at timestamptz, used_at timestamptz, proves_address boolean,
    tenant_code text, tenant_display_name text)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id, i.email, i.expires_at, i.used_at, i.link_proves_address, t.code, t.display_name
    from vigil.invitations i join vigil.tenants t on t.id = i.tenant_id
    where i.token_sha256 = token
  $$;
revoke execute on function vigil.invitation_by_token(bytea) from public;
grant execute on function vigil.invitation_by_token(bytea) to vigil_app;

revoke execute on function vigil.people_of_addresses(text[]), vigil.awaited_in(uuid) from public;
grant execute on function vigil.people_of_addresses(text[]), vigil.awaited_in(uuid) to vigil_app;

-- Accounts read from a file. Rows are kept until the import is: what a row held is forgotten as soon as it has become somebody.
create table vigil.account_imports (
  tenant_id uuid not null references vigil.tenants,
  -- Made by whoever sends the file, so that sending it again checks nothing twice.
  id uuid not null,
  realm text not null check (realm in ('patient', 'care')),
  file_name text not null check (char_length(file_name) between 1 and 200),
  file_sha256 bytea not null,
  created_by uuid not null,
  created_at timestamptz not null,
  state text not null check (state in ('CHECKED', 'RUNNING', 'STOPPED', 'DONE')),
  -- Who started it, and from where: the accounts are made in their name.
  started_by uuid,
  started_from text,
  finished_at timestamptz,
  -- The process that works on it, for as long as it says so; by the database's clock.
  worker uuid,
  leased_until timestamptz,
  primary key (tenant_id, id)
);
create index account_imports_by_time on vigil.account_imports (tenant_id, created_at);
create index account_imports_running on vigil.account_imports (leased_until) where state = 'RUNNING';
call vigil.isolate('vigil.account_imports');

create table vigil.account_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  -- Of the file, counted from 1; a heading is line 1.
  line int not null,
  outcome text not null check (outcome in ('READY', 'CREATED', 'DUPLICATE', 'ERROR')),
  -- Who the row is about: what the answers name the row by.
  label text,
  -- What the account is made of; null once it is made, and where the row is wrong.
  person jsonb,
  -- Of an ERROR or a DUPLICATE: [{column, reason}].
  problems jsonb,
  user_id uuid,
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references vigil.account_imports on delete cascade
);
create index account_import_rows_to_do on vigil.account_import_rows (tenant_id, import_id, outcome, line);
call vigil.isolate('vigil.account_import_rows');

-- Imports that were started and that nobody works on, because a process died.
create function vigil.abandoned_imports()
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id from vigil.account_imports i where i.state = 'RUNNING' and i.leased_until < clock_timestamp() limit 20
  $$;
revoke execute on function vigil.abandoned_imports() from public;
grant execute on function vigil.abandoned_imports() to vigil_app;

-- Messages of a tenant that no server carries, because none is set: its administrators pass them on.
create table vigil.outbox (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null primary key,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  recipient text not null,
  subject text,
  text text not null,
  created_at timestamptz not null
);
create index outbox_by_time on vigil.outbox (tenant_id, created_at);
call vigil.isolate('vigil.outbox');
