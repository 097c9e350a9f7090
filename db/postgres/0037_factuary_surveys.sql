-- Surveys: what they ask, which members were given them and when, and what was answered. The surveys that ship stand in no table
-- until they are given; every version that somebody was given is in vigil.survey_versions for good.
create table vigil.surveys (
  tenant_id uuid not null references vigil.tenants,
  -- Made by whoever writes it.
  id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  status text not null check (status in ('draft', 'live', 'retired')),
  intake boolean not null,
  -- As it is written now; what members are given is the version.
  content jsonb not null,
  revision int not null check (revision > 0),
  version int check (version > 0),
  published_revision int,
  -- Members who arrive from then on are given it; null where it is no live intake survey.
  intake_since timestamptz,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, changed_by) references vigil.users,
  check ((version is null) = (published_revision is null))
);
call vigil.isolate('vigil.surveys');
revoke delete, truncate on vigil.surveys from vigil_app;

create table vigil.survey_versions (
  tenant_id uuid not null references vigil.tenants,
  survey_id uuid not null,
  version int not null check (version > 0),
  name text not null,
  content jsonb not null,
  published_at timestamptz not null,
  -- Null for a survey that ships.
  published_by uuid,
  primary key (tenant_id, survey_id, version),
  foreign key (tenant_id, published_by) references vigil.users
);
call vigil.isolate('vigil.survey_versions');
revoke update, delete, truncate on vigil.survey_versions from vigil_app;

create table vigil.survey_schedules (
  tenant_id uuid not null,
  id uuid not null,
  -- The member.
  user_id uuid not null,
  survey_id uuid not null,
  -- kind, every, at (HH:mm), from, until (yyyy-MM-dd): by the member's own clock.
  schedule jsonb not null,
  given_by uuid not null,
  created_at timestamptz not null,
  ended_by uuid,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, given_by) references vigil.users,
  foreign key (tenant_id, ended_by) references vigil.users,
  check ((ended_by is null) = (ended_at is null))
);
create index survey_schedules_by_member on vigil.survey_schedules (tenant_id, user_id);
call vigil.isolate('vigil.survey_schedules');
revoke delete, truncate on vigil.survey_schedules from vigil_app;

-- A row is a survey that a member was given once.
create table vigil.user_surveys (
  tenant_id uuid not null,
  id uuid not null,
  -- The member.
  user_id uuid not null,
  survey_id uuid not null,
  version int not null,
  origin text not null check (origin in ('assigned', 'schedule', 'intake', 'program', 'imported')),
  -- Null for the intake, which nobody gives.
  given_by uuid,
  schedule_id uuid,
  -- The moment of its schedule.
  due_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz not null,
  opened_at timestamptz,
  completed_at timestamptz,
  status text not null check (status in ('delivered', 'opened', 'completed', 'discarded', 'expired')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, given_by) references vigil.users,
  foreign key (tenant_id, schedule_id) references vigil.survey_schedules,
  foreign key (tenant_id, survey_id, version) references vigil.survey_versions,
  unique (tenant_id, schedule_id, due_at),
  check ((status = 'completed') = (completed_at is not null)),
  check ((schedule_id is null) = (due_at is null))
);
create index user_surveys_by_member on vigil.user_surveys (tenant_id, user_id, delivered_at desc, id);
create unique index user_surveys_one_intake on vigil.user_surveys (tenant_id, user_id, survey_id) where origin = 'intake';
call vigil.isolate('vigil.user_surveys');
revoke delete, truncate on vigil.user_surveys from vigil_app;

-- What was answered, in the order in which it was. The last row of a question and side is the answer; null is none. Rows are only
-- added: a member's answer stays beside what the care team says.
create table vigil.survey_answers (
  tenant_id uuid not null,
  user_survey_id uuid not null,
  -- From 1.
  number int not null check (number > 0),
  question_name text not null,
  side text not null check (side in ('member', 'team')),
  answer jsonb,
  answered_by uuid not null,
  -- When it was given, as the sender says.
  answered_at timestamptz not null,
  stored_at timestamptz not null,
  primary key (tenant_id, user_survey_id, number),
  foreign key (tenant_id, user_survey_id) references vigil.user_surveys,
  foreign key (tenant_id, answered_by) references vigil.users
);
call vigil.isolate('vigil.survey_answers');
revoke update, delete, truncate on vigil.survey_answers from vigil_app;

create table vigil.survey_baselines (
  tenant_id uuid not null,
  -- The member.
  user_id uuid not null,
  survey_id uuid not null,
  -- The first completed answers, so many of them.
  number_answers int not null check (number_answers > 0),
  set_by uuid not null,
  set_at timestamptz not null,
  primary key (tenant_id, user_id, survey_id),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, set_by) references vigil.users
);
call vigil.isolate('vigil.survey_baselines');
revoke delete, truncate on vigil.survey_baselines from vigil_app;

-- Actions that an answer asks for: written with the answer, so that none is lost, and handed over once.
create table vigil.survey_action_requests (
  tenant_id uuid not null,
  id uuid not null,
  -- The member.
  user_id uuid not null,
  user_survey_id uuid not null,
  question_name text not null,
  priority text not null check (priority in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  answered_at timestamptz not null,
  created_at timestamptz not null,
  -- The action that was opened; null while it waits.
  action_id uuid,
  handed_over_at timestamptz,
  primary key (tenant_id, id),
  -- One action for an answer, however often it is sent or changed.
  unique (tenant_id, user_survey_id, question_name),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, user_survey_id) references vigil.user_surveys,
  check ((action_id is null) = (handed_over_at is null))
);
create index survey_action_requests_waiting on vigil.survey_action_requests (tenant_id, created_at) where action_id is null;
call vigil.isolate('vigil.survey_action_requests');
revoke delete, truncate on vigil.survey_action_requests from vigil_app;

create function vigil.erase_surveys(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  delete from vigil.survey_action_requests r where r.tenant_id = vigil.current_tenant() and r.user_id = member;
  delete from vigil.survey_answers a using vigil.user_surveys u
  where a.tenant_id = vigil.current_tenant() and u.tenant_id = a.tenant_id and u.id = a.user_survey_id and u.user_id = member;
  delete from vigil.user_surveys u where u.tenant_id = vigil.current_tenant() and u.user_id = member;
  delete from vigil.survey_schedules s where s.tenant_id = vigil.current_tenant() and s.user_id = member;
  delete from vigil.survey_baselines b where b.tenant_id = vigil.current_tenant() and b.user_id = member;
end $$;

revoke execute on function vigil.erase_surveys(uuid) from public;
grant execute on function vigil.erase_surveys(uuid) to vigil_app;
