-- The live run of alert rules: how far each member has been judged and when to look again, where a rule stands that is not at rest,
-- and every alert that was fired.

-- Counts the changes of a tenant's rules and layers. A member who was last wholly looked at before the newest one is looked at again.
create table vigil.alert_passes (
  tenant_id uuid primary key,
  generation bigint not null check (generation > 0)
);
call vigil.isolate('vigil.alert_passes');
revoke delete, truncate on vigil.alert_passes from vigil_app;

-- Of which change a version came into its state: a member who was looked at before it begins it anew.
alter table vigil.alert_rule_versions add column generation bigint not null default 0;
update vigil.alert_rule_versions set generation = 1 where state in ('shadow', 'live');
insert into vigil.alert_passes (tenant_id, generation)
  select distinct tenant_id, 1 from vigil.alert_rule_versions where state in ('shadow', 'live');

create table vigil.alert_watches (
  tenant_id uuid not null,
  user_id uuid not null,
  -- By what rules are about, in Unix seconds: until when it is judged, and when it is to be looked at though nothing arrives (or null).
  subjects jsonb not null default '{}',
  -- What was received before this has been judged. Null: nothing yet.
  evaluated_at timestamptz,
  -- When the member is to be looked at though nothing arrives: the earliest of the subjects.
  next_at timestamptz,
  -- Of alert_passes, when all rules were last looked at.
  generation bigint not null default 0,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references vigil.users
);
create index alert_watches_due on vigil.alert_watches (next_at) where next_at is not null;
create index alert_watches_by_generation on vigil.alert_watches (tenant_id, generation);
call vigil.isolate('vigil.alert_watches');
revoke truncate on vigil.alert_watches from vigil_app;

-- Where a rule stands for a member: only while it is pending or an alert of it stands. Of a rule runs one version live, and one at
-- most in the shadow; a new live version takes over the alert that stands.
create table vigil.alert_rule_states (
  tenant_id uuid not null,
  user_id uuid not null,
  rule_id uuid not null,
  is_shadow boolean not null,
  version int not null,
  verdict text not null check (verdict in ('clear', 'pending', 'firing', 'unknown')),
  holds_since timestamptz,
  fired_at timestamptz,
  judged_until timestamptz not null,
  primary key (tenant_id, user_id, rule_id, is_shadow),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, rule_id, version) references vigil.alert_rule_versions
);
create index alert_rule_states_by_rule on vigil.alert_rule_states (tenant_id, rule_id);
call vigil.isolate('vigil.alert_rule_states');
revoke truncate on vigil.alert_rule_states from vigil_app;

-- Every alert that was fired, with what was seen then: nothing of it changes but that it ends. Of a rule in the shadow as well, which
-- opens nothing and tells nobody.
create table vigil.alert_firings (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  rule_id uuid not null,
  version int not null,
  is_shadow boolean not null,
  -- The end of the slot that decided it.
  fired_at timestamptz not null,
  -- When it was found out, by the clock of the database.
  told_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('cleared', 'retired', 'switched_off', 'suspended')),
  -- Which action it opened or joined; none in the shadow.
  action_id uuid,
  opened_action boolean not null,
  -- The rule as it held for the member, whose word each field was, and the revisions of these layers.
  rule jsonb not null,
  layers jsonb not null,
  evidence jsonb not null,
  primary key (tenant_id, id),
  -- However often it is found out, it is one.
  unique (tenant_id, user_id, rule_id, is_shadow, fired_at),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, rule_id, version) references vigil.alert_rule_versions,
  check ((ended_at is null) = (end_reason is null)),
  check (action_id is null or not is_shadow)
);
create index alert_firings_by_time on vigil.alert_firings (tenant_id, fired_at desc);
create index alert_firings_by_rule on vigil.alert_firings (tenant_id, rule_id, fired_at desc);
create index alert_firings_by_action on vigil.alert_firings (tenant_id, action_id) where action_id is not null;
call vigil.isolate('vigil.alert_firings');
revoke update, truncate on vigil.alert_firings from vigil_app;
grant update (ended_at, end_reason) on vigil.alert_firings to vigil_app;

-- In which tenants is somebody to be looked at: at a moment, or because rules have changed?
create function vigil.tenants_with_due_alerts(at timestamptz) returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select distinct d.tenant_id from (
      select due.tenant_id from vigil.alert_watches due where due.next_at <= at order by due.next_at limit 10000
    ) d
    union
    select p.tenant_id from vigil.alert_passes p
    where exists (select from vigil.alert_watches w where w.tenant_id = p.tenant_id and w.generation < p.generation)
  $$;

-- Which tenants have or had rules that run?
create function vigil.tenants_with_alert_rules() returns table (tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, vigil as $$
    select p.tenant_id from vigil.alert_passes p
  $$;
revoke execute on function vigil.tenants_with_due_alerts(timestamptz), vigil.tenants_with_alert_rules() from public;
grant execute on function vigil.tenants_with_due_alerts(timestamptz), vigil.tenants_with_alert_rules() to vigil_app;
