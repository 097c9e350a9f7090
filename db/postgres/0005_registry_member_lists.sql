-- Lists of members: one rule for account status in SQL (a test proves that it agrees with the domain's), one text to search
-- in, and indexes for the orders that lists are asked in.

-- Null until a first sign of life (onboarding or the first band sync), then the earliest of that and the account's creation.
create function vigil.member_since(created_at timestamptz, onboarded_at timestamptz, first_band_sync_at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case when coalesce(onboarded_at, first_band_sync_at) is not null then least(created_at, onboarded_at, first_band_sync_at) end;

-- `is_active` decides between ACTIVE and CREATED: a member's member-since date, always true for staff.
create function vigil.account_status(is_in_the_tenant boolean, is_on_hold boolean, is_active boolean) returns text
  language sql immutable parallel safe
  return case
    when is_in_the_tenant is null then null
    when not is_in_the_tenant then 'DISCHARGED'
    when is_on_hold then 'HOLDING'
    when is_active then 'ACTIVE'
    else 'CREATED'
  end;

-- What a search for part of a name, record number or e-mail address looks in. Line breaks keep a match from running over two fields.
alter table vigil.users add column search_text text generated always as (
  lower(given_name || ' ' || coalesce(middle_names || ' ', '') || family_name || chr(10) || family_name || ' ' || given_name || chr(10)
    || coalesce(mrn, '') || chr(10) || coalesce(email, ''))
) stored;

create index users_members_by_name on vigil.users (tenant_id, lower(family_name), lower(given_name), id) where roles @> '{patient}';
create index users_members_by_birth on vigil.users (tenant_id, birth_date, id) where roles @> '{patient}';
