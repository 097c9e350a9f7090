-- Sign-in accounts that seeding a demonstration made: their password is known to everybody, so they are off wherever the
-- server runs without the demonstration.
alter table vigil.accounts add column is_demonstration boolean not null default false;

-- The ids that seeding gives (apps/server/src/demo/people.ts): a UUID made of the name's digest.
create function pg_temp.demonstration_id(name text) returns uuid
  language sql immutable as $$
    select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-a' || substr(hex, 18, 3) || '-' || substr(hex, 21, 12))::uuid
    from encode(sha256(convert_to('vigil demonstration ' || name, 'UTF8')), 'hex') as hex
  $$;

-- Accounts made before this column. A tenant is a demonstration's by its id, never by its name; an account by the user
-- whom seeding made for it. The one without a user has the invitation that only seeding makes (no link was ever mailed).
update vigil.accounts a set is_demonstration = true
from vigil.tenants t
where t.id = pg_temp.demonstration_id('tenant ' || t.code)
  and a.email = split_part(a.email, '@', 1) || '@' || t.code || '.example'
  and (
    a.user_id = pg_temp.demonstration_id(t.code || '/' || split_part(a.email, '@', 1))
    or (split_part(a.email, '@', 1) = 'member'
        and exists (select from vigil.demo_members m where m.tenant_id = t.id and m.user_id = a.user_id))
    or (split_part(a.email, '@', 1) = 'new'
        and exists (select from vigil.invitations i where i.tenant_id = t.id and i.email = a.email
                      and i.data_origin = 'synthetic' and i.token_sha256 is null))
  );

drop function pg_temp.demonstration_id(text);

-- Whoever asks for a device's credentials learns whether its member is one of a demonstration, whoever made the device.
drop function vigil.device_credentials(uuid);
create function vigil.device_credentials(device uuid)
  returns table (tenant_id uuid, user_id uuid, secret_sha256 bytea, revoked_at timestamptz, is_demonstration boolean)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select d.tenant_id, d.user_id, d.secret_sha256, d.revoked_at,
      exists (select from vigil.demo_members m where m.tenant_id = d.tenant_id and m.user_id = d.user_id)
    from vigil.devices d where d.id = device
  $$;

-- What a demonstration has left: its accounts, the bands of its members that are not revoked, and the accounts of others
-- who have a user in its tenants.
create function vigil.demonstration_leftovers()
  returns table (accounts integer, devices integer, other_accounts integer)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select
      (select count(*) from vigil.accounts where is_demonstration)::integer,
      (select count(*) from vigil.devices d join vigil.demo_members m using (tenant_id, user_id) where d.revoked_at is null)::integer,
      (select count(*) from vigil.accounts a where not a.is_demonstration and a.disabled_at is null and exists (
         select from vigil.users u where u.id = a.user_id and u.tenant_id in (select m.tenant_id from vigil.demo_members m)))::integer
  $$;

revoke execute on function vigil.device_credentials(uuid), vigil.demonstration_leftovers() from public;
grant execute on function vigil.device_credentials(uuid), vigil.demonstration_leftovers() to vigil_app;
