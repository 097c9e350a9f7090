-- Alert rules as data: what a tenant watches its members by, what cohorts and members have otherwise, and how a rule did when it
-- was tried on history.
create table vigil.alert_rules (
  tenant_id uuid not null,
  -- Made by whoever sends it, so that sending it again makes nothing.
  id uuid not null,
  -- Of which default it was made.
  default_id text check (char_length(default_id) between 1 and 100),
  -- Counts every change of its versions and of its cohorts' layers.
  revision int not null check (revision > 0),
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
call vigil.isolate('vigil.alert_rules');
revoke delete, truncate on vigil.alert_rules from vigil_app;

-- A version that has run is never written again: alerts name it. Only its state goes on.
create table vigil.alert_rule_versions (
  tenant_id uuid not null,
  rule_id uuid not null,
  version int not null check (version > 0),
  state text not null check (state in ('draft', 'shadow', 'live', 'retired')),
  title text not null check (char_length(title) between 1 and 120),
  definition jsonb not null,
  written_by uuid not null,
  written_at timestamptz not null,
  state_since timestamptz not null,
  primary key (tenant_id, rule_id, version),
  foreign key (tenant_id, rule_id) references vigil.alert_rules,
  foreign key (tenant_id, written_by) references vigil.users
);
-- One version of a rule is live, and one is being written.
create unique index alert_rule_versions_live on vigil.alert_rule_versions (tenant_id, rule_id) where state = 'live';
create unique index alert_rule_versions_draft on vigil.alert_rule_versions (tenant_id, rule_id) where state = 'draft';
call vigil.isolate('vigil.alert_rule_versions');
revoke delete, truncate on vigil.alert_rule_versions from vigil_app;

create function vigil.refuse_rule_rewriting() returns trigger language plpgsql as $$
begin
  if old.state <> 'draft' and (new.definition, new.title, new.written_by, new.written_at) is distinct from (old.definition, old.title, old.written_by, old.written_at) then
    raise exception 'A version of a rule that has run is never written again';
  end if;
  return new;
end $$;
create trigger alert_rule_versions_stay before update on vigil.alert_rule_versions
  for each row execute function vigil.refuse_rule_rewriting();

-- What cohorts have otherwise. Rows are only added: the newest revision holds, and earlier ones say what held when.
create table vigil.alert_cohort_layers (
  tenant_id uuid not null,
  rule_id uuid not null,
  cohort_id uuid not null,
  revision int not null check (revision > 0),
  -- Of the cohort in the tenant's order; the lowest wins.
  place int not null check (place between 1 and 1000),
  settings jsonb not null,
  said_by uuid not null,
  said_at timestamptz not null,
  primary key (tenant_id, rule_id, cohort_id, revision),
  foreign key (tenant_id, rule_id) references vigil.alert_rules,
  foreign key (tenant_id, said_by) references vigil.users
);
call vigil.isolate('vigil.alert_cohort_layers');
revoke update, delete, truncate on vigil.alert_cohort_layers from vigil_app;

-- What members have otherwise, and for whom a rule is off, why and until when. Rows are only added.
create table vigil.alert_member_layers (
  tenant_id uuid not null,
  user_id uuid not null,
  rule_id uuid not null,
  revision int not null check (revision > 0),
  settings jsonb not null,
  off_reason text check (char_length(off_reason) between 1 and 500),
  off_until timestamptz,
  said_by uuid not null,
  said_at timestamptz not null,
  primary key (tenant_id, user_id, rule_id, revision),
  foreign key (tenant_id, rule_id) references vigil.alert_rules,
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, said_by) references vigil.users,
  check ((off_reason is null) = (off_until is null))
);
call vigil.isolate('vigil.alert_member_layers');
revoke update, truncate on vigil.alert_member_layers from vigil_app;

-- Trials of rules on history, each of the one who asked, for a week.
create table vigil.alert_backtests (
  tenant_id uuid not null,
  id uuid not null,
  asked_by uuid not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  -- What was asked, without the members.
  question jsonb not null,
  user_ids uuid[] not null,
  members_done int not null,
  figures jsonb not null,
  created_at timestamptz not null,
  -- While it runs, of the last part that was done: a server that is gone says nothing any more.
  told_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, asked_by) references vigil.users
);
create index alert_backtests_by_member on vigil.alert_backtests using gin (user_ids);
call vigil.isolate('vigil.alert_backtests');
revoke truncate on vigil.alert_backtests from vigil_app;

-- What a clinician said of a member that NEWS2 asks and no sensor tells. Rows are only added.
create table vigil.news2_statements (
  tenant_id uuid not null,
  -- Made by whoever sends it.
  id uuid not null,
  -- The order in which things were said, which the clock does not tell within a millisecond.
  sequence bigint generated always as identity,
  user_id uuid not null,
  kind text not null check (kind in ('consciousness', 'oxygen', 'scale', 'pregnancy')),
  value text not null check (char_length(value) between 1 and 60),
  said_by uuid not null,
  said_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, said_by) references vigil.users
);
create index news2_statements_by_member on vigil.news2_statements (tenant_id, user_id, kind, sequence desc);
call vigil.isolate('vigil.news2_statements');
revoke update, truncate on vigil.news2_statements from vigil_app;
