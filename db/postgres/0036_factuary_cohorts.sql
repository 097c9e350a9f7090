-- Cohorts: members by what is known of them. The Total Population is in every tenant and stands in no row.
create table vigil.cohorts (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null check (id <> '00000000-0000-4000-8000-000000000001'),
  -- `custom`: of whoever made it. `shared`: of the tenant.
  type text not null check (type in ('custom', 'shared')),
  title text not null check (char_length(title) <= 100),
  description text not null check (char_length(description) <= 1000),
  -- As the contract checks them: `json_conditions` and `filters`.
  conditions jsonb not null,
  filters jsonb not null,
  -- Ids of measures, in the order of their columns.
  display_facts text[] not null check (cardinality(display_facts) <= 20),
  is_draft boolean not null,
  -- Counts the changes: whoever changes a cohort names the one that was read.
  version int not null default 1,
  created_by uuid not null,
  created_at timestamptz not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  -- Null: there is such a cohort. What it was stays, for those who belonged to it.
  deleted_at timestamptz,
  -- Up to when, and up to which version, it is known who belongs; how many do, and of how many more something is not known.
  followed_at timestamptz,
  followed_version int,
  members int,
  unknown int,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references vigil.users,
  foreign key (tenant_id, changed_by) references vigil.users,
  check (is_draft or title <> '')
);
create index cohorts_to_follow on vigil.cohorts (followed_at nulls first) where deleted_at is null and not is_draft;
call vigil.isolate('vigil.cohorts');
revoke truncate on vigil.cohorts from vigil_app;

-- Who belonged to a cohort, and when: one row a stay. A stay is begun and ended, and never changed otherwise.
create table vigil.cohort_stays (
  tenant_id uuid not null,
  cohort_id uuid not null,
  -- The member.
  user_id uuid not null,
  joined_at timestamptz not null,
  -- Null: still there.
  left_at timestamptz check (left_at >= joined_at),
  primary key (tenant_id, cohort_id, user_id, joined_at),
  foreign key (tenant_id, cohort_id) references vigil.cohorts,
  foreign key (tenant_id, user_id) references vigil.users
);
create unique index cohort_stays_now on vigil.cohort_stays (tenant_id, cohort_id, user_id) where left_at is null;
create index cohort_stays_by_member on vigil.cohort_stays (tenant_id, user_id);
call vigil.isolate('vigil.cohort_stays');
revoke truncate on vigil.cohort_stays from vigil_app;

-- Of which cohorts was it last worked out before a moment who belongs, in whatever tenant? The longest ago first; a changed one at once.
create function vigil.cohorts_to_follow(followed_before timestamptz, most integer)
  returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select c.tenant_id, c.id from vigil.cohorts c
    where c.deleted_at is null and not c.is_draft
      and (c.followed_at is null or c.followed_at < followed_before or c.followed_version is distinct from c.version)
    order by c.followed_version is distinct from c.version desc, c.followed_at nulls first limit most
  $$;
revoke execute on function vigil.cohorts_to_follow(timestamptz, integer) from public;
grant execute on function vigil.cohorts_to_follow(timestamptz, integer) to vigil_app;
