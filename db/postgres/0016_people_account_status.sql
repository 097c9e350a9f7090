-- Accounts that are changed by people: removed and deactivated ones, a version to edit on, which fields were changed by whom,
-- and names that are found although they were mistyped.

-- Removed: taken out of the tenant, the record kept. Deactivated: staff who may not sign in for now.
alter table vigil.users
  add column removed_at timestamptz,
  add column deactivated_at timestamptz,
  -- Counts the changes of what administrators edit; see vigil.note_account_change.
  add column version bigint not null default 1;

-- Status with removal and deactivation, which come before everything that says whether somebody is in the tenant.
create function vigil.account_status(is_in_the_tenant boolean, is_on_hold boolean, is_active boolean, removed_at timestamptz, deactivated_at timestamptz)
  returns text
  language sql immutable parallel safe
  return case
    when removed_at is not null then 'REMOVED'
    when is_in_the_tenant and deactivated_at is not null then 'INACTIVE'
    else vigil.account_status(is_in_the_tenant, is_on_hold, is_active)
  end;

create function vigil.account_status_of(u vigil.users) returns text
  language sql immutable parallel safe
  return vigil.account_status(u.is_in_the_tenant, u.is_on_hold,
    not u.roles @> '{patient}' or vigil.member_since(u.created_at, u.onboarded_at, u.first_band_sync_at) is not null,
    u.removed_at, u.deactivated_at);

-- Whoever asks whether a person may act in a tenant asks this: nobody who was removed or deactivated may.
create or replace function vigil.memberships_of(person uuid)
  returns table (tenant_id uuid, code text, display_name text, roles text[], is_in_the_tenant boolean, is_on_hold boolean)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select u.tenant_id, t.code, t.display_name, u.roles,
      case when u.removed_at is not null or u.deactivated_at is not null then false else u.is_in_the_tenant end,
      u.is_on_hold
    from vigil.users u join vigil.tenants t on t.id = u.tenant_id
    where u.id = person
    order by t.code
  $$;

-- Which fields of an account were changed, when and by whom, without their values: so that of two people who edit the same
-- person the second is told. Ids of people are not foreign keys: the history outlives them.
create table vigil.account_changes (
  tenant_id uuid not null references vigil.tenants,
  user_id uuid not null,
  -- The version that the change led to.
  version bigint not null,
  field text not null,
  at timestamptz not null,
  -- Null: the server itself, or an operator.
  actor_id uuid,
  primary key (tenant_id, user_id, version, field)
);
call vigil.isolate('vigil.account_changes');
revoke update, delete, truncate on vigil.account_changes from vigil_app;

-- What people edit and see as the account's; the rest (own settings, first sync, derived columns) may change beside an edit.
create function vigil.edited_fields(before vigil.users, after vigil.users) returns text[]
  language sql immutable
  return coalesce((
    select array_agg(was.key order by was.key)
    from jsonb_each(to_jsonb(before)) was join jsonb_each(to_jsonb(after)) is_now using (key)
    where was.value is distinct from is_now.value
      and was.key not in ('version', 'portal_settings', 'preferences', 'first_band_sync_at', 'last_status_at', 'search_text')
  ), '{}');

-- Every change of an account, whoever makes it: the version counts it, and the day of the status follows it.
create function vigil.count_account_change() returns trigger
  language plpgsql as $$
begin
  if vigil.edited_fields(old, new) <> '{}' then new.version := old.version + 1; end if;
  if vigil.account_status_of(new) is distinct from vigil.account_status_of(old) and new.last_status_at is not distinct from old.last_status_at
  then new.last_status_at := now(); end if;
  return new;
end $$;

create function vigil.note_account_change() returns trigger
  language plpgsql as $$
begin
  insert into vigil.account_changes (tenant_id, user_id, version, field, at, actor_id)
  select new.tenant_id, new.id, new.version, field, now(), nullif(current_setting('vigil.actor_id', true), '')::uuid
  from unnest(vigil.edited_fields(old, new)) field;
  return null;
end $$;

create trigger count_account_change before update on vigil.users for each row execute function vigil.count_account_change();
create trigger note_account_change after update on vigil.users for each row
  when (new.version is distinct from old.version) execute function vigil.note_account_change();

-- The first status is from when the account was made.
update vigil.users set last_status_at = created_at where last_status_at is null;
create function vigil.begin_account_status() returns trigger
  language plpgsql as $$
begin
  new.last_status_at := coalesce(new.last_status_at, new.created_at);
  return new;
end $$;
create trigger begin_account_status before insert on vigil.users for each row execute function vigil.begin_account_status();

-- How alike a typed word is to one of a text, from 0 to 1, by groups of three letters: a mistyped name is still found. The
-- extension may be there already, in whatever schema its administrator has chosen.
create extension if not exists pg_trgm with schema vigil;
do $$
begin
  execute format('create function vigil.likeness(typed text, words text) returns real language sql immutable parallel safe return %s.word_similarity(typed, words)',
    (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
end $$;

create index users_by_status_day on vigil.users (tenant_id, last_status_at, id);
