-- A line of an import about somebody else than the person who has its e-mail address or record number is an error that shows
-- both people, and lines with an error can be downloaded, put right and imported again.
-- The link goes to another address than the one that the invited person was found by.
alter table vigil.invitations add column address_changed boolean not null default false;

alter table vigil.account_imports
  -- The first line of the file as it was; null for imports from before.
  add column headings jsonb;

alter table vigil.account_import_rows
  -- Whom the line is about, beside the label.
  add column name text,
  -- Null once an account is made.
  add column birth_date date,
  -- As the file had them; null once the line has become somebody, and where the person is there already.
  add column cells jsonb;

-- A member without an e-mail address is invited by text message and signs in with the phone number. Whoever has an address
-- signs in with that, and the phone number is one to be called at.
alter table vigil.accounts
  alter column email drop not null,
  add column phone_number text check (phone_number ~ '^\+[1-9][0-9]{5,14}$'),
  add constraint accounts_have_one_name check (num_nonnulls(email, phone_number) = 1),
  add column sign_in_name text generated always as (coalesce(email, phone_number)) stored;
create unique index accounts_by_name on vigil.accounts (sign_in_name);
drop index vigil.accounts_by_email;

alter table vigil.invitations
  alter column email drop not null,
  add constraint invitations_have_an_address check (num_nonnulls(email, phone_number) > 0),
  -- What the invited person is found by and signs in with.
  add column address text generated always as (coalesce(email, phone_number)) stored;
create index invitations_by_address on vigil.invitations (address) where used_at is null;
drop index vigil.invitations_by_email;

create index users_by_phone on vigil.users (tenant_id, phone_number) where phone_number is not null;

create or replace function vigil.open_invitations_of(address text, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id from vigil.invitations i
    where i.address = lower(open_invitations_of.address) and i.used_at is null and i.expires_at > at
    order by i.created_at
  $$;

drop function vigil.people_of_addresses(text[]);
create function vigil.people_of_addresses(addresses text[])
  returns table (address text, user_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct on (known.address) known.address, known.user_id
    from (
      select a.sign_in_name as address, a.user_id, 0 as place, a.created_at from vigil.accounts a
      where a.sign_in_name = any(addresses) and a.user_id is not null
      union all
      select i.address, i.user_id, 1, i.created_at from vigil.invitations i
      where i.address = any(addresses) and i.user_id is not null and i.used_at is null
    ) known
    order by known.address, known.place, known.created_at
  $$;

drop function vigil.invitation_by_token(bytea);
create function vigil.invitation_by_token(token bytea)
  returns table (tenant_id uuid, id uuid, email text, address text, expires_at timestamptz, used_at timestamptz, proves_address boolean,
    tenant_code text, tenant_display_name text)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select i.tenant_id, i.id, i.email, i.address, i.expires_at, i.used_at, i.link_proves_address, t.code, t.display_name
    from vigil.invitations i join vigil.tenants t on t.id = i.tenant_id
    where i.token_sha256 = token
  $$;

revoke execute on function vigil.invitation_by_token(bytea), vigil.people_of_addresses(text[]) from public;
grant execute on function vigil.invitation_by_token(bytea), vigil.people_of_addresses(text[]) to vigil_app;
