-- Who looks after whom. A relation is one clinician and one member, in the member's primary or support team; a care team is a
-- named group of clinicians and the members they look after together. Both open a member's data where a tenant shows its staff
-- only the members they are assigned to.
create table vigil.care_teams (
  tenant_id uuid not null references vigil.tenants,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  -- From 1; whoever changes a team names the version that was read.
  version int not null default 1 check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index care_teams_by_name on vigil.care_teams (tenant_id, lower(name));
call vigil.isolate('vigil.care_teams');

create table vigil.care_team_people (
  tenant_id uuid not null,
  care_team_id uuid not null,
  user_id uuid not null,
  side text not null check (side in ('CLINICIAN', 'PATIENT')),
  primary key (tenant_id, care_team_id, side, user_id),
  foreign key (tenant_id, care_team_id) references vigil.care_teams on delete cascade,
  foreign key (tenant_id, user_id) references vigil.users
);
create index care_team_people_by_user on vigil.care_team_people (tenant_id, user_id, side, care_team_id);
call vigil.isolate('vigil.care_team_people');

create table vigil.care_relations (
  tenant_id uuid not null,
  patient_id uuid not null,
  clinician_id uuid not null,
  team_type text not null check (team_type in ('PRIMARY', 'SUPPORT')),
  assignment_type text not null check (assignment_type in ('DIRECT_ASSIGNMENT', 'TRANSFER_ASSIGNMENT', 'TEAM_ASSIGNMENT')),
  -- In a full assignment: the clinician whom this one is a subordinate of, and came with.
  with_clinician_id uuid,
  -- The care team on whose behalf it was made.
  care_team_id uuid,
  assigned_at timestamptz not null,
  primary key (tenant_id, patient_id, clinician_id, team_type),
  foreign key (tenant_id, patient_id) references vigil.users,
  foreign key (tenant_id, clinician_id) references vigil.users
);
create index care_relations_by_clinician on vigil.care_relations (tenant_id, clinician_id, patient_id);
call vigil.isolate('vigil.care_relations');

-- What became of relations and care teams. Rows are only ever added; a backup that is restored loads them past the trigger.
create table vigil.care_history (
  tenant_id uuid not null,
  id bigint generated always as identity,
  event text not null check (event in ('ASSIGNED', 'UNASSIGNED', 'TEAM_JOINED', 'TEAM_LEFT')),
  -- Null where a clinician joined or left a care team.
  patient_id uuid,
  -- Null where a member joined or left a care team.
  clinician_id uuid,
  team_type text,
  assignment_type text,
  care_team_id uuid,
  -- As it was called then.
  care_team_name text,
  -- Of what ended: when it began.
  since timestamptz,
  at timestamptz not null,
  -- Null where it was the operator's tool or the demonstration.
  executed_by uuid,
  -- The roles that the person held then.
  executed_by_roles text[] not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references vigil.users,
  foreign key (tenant_id, clinician_id) references vigil.users,
  foreign key (tenant_id, executed_by) references vigil.users
);
create index care_history_by_patient on vigil.care_history (tenant_id, patient_id, at desc, id desc);
call vigil.isolate('vigil.care_history');
revoke update, delete, truncate on vigil.care_history from vigil_app;

create function vigil.refuse_care_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'The history of care teams can only be added to';
end $$;
create trigger care_history_is_append_only before update or delete or truncate on vigil.care_history
  for each statement execute function vigil.refuse_care_history_change();

-- Who works for whom: a full assignment brings a clinician's subordinates along.
create table vigil.subordinates (
  tenant_id uuid not null,
  clinician_id uuid not null,
  subordinate_id uuid not null,
  since timestamptz not null,
  primary key (tenant_id, clinician_id, subordinate_id),
  foreign key (tenant_id, clinician_id) references vigil.users,
  foreign key (tenant_id, subordinate_id) references vigil.users
);
call vigil.isolate('vigil.subordinates');

-- What people of the tenant did, for whom, and for how long: recent activity, and later the report of time spent.
create table vigil.tasks (
  tenant_id uuid not null,
  -- Made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  user_id uuid not null,
  type text not null check (char_length(type) between 1 and 64),
  performed_at timestamptz not null,
  patient_id uuid,
  seconds double precision check (seconds >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, patient_id) references vigil.users
);
create index tasks_by_user on vigil.tasks (tenant_id, user_id, performed_at desc);
create index tasks_by_patient on vigil.tasks (tenant_id, patient_id, performed_at desc);
call vigil.isolate('vigil.tasks');
revoke update, delete, truncate on vigil.tasks from vigil_app;
