-- What members did and measured by hand: weights, pressures, glucose, meals, medication, workouts. A row is what was logged at
-- one time; it is taken back, never changed or removed. Measured values are manual readings in the ticks store as well.
create table vigil.activities (
  tenant_id uuid not null,
  -- Made by whoever sends it, so that sending it again stores nothing.
  id uuid not null,
  -- The member.
  user_id uuid not null,
  activity_type text not null check (activity_type in
    ('LOGGING_WEIGHT', 'LOGGING_MEDICATION', 'LOGGING_FOOD', 'MOVE', 'LOGGING_BLOOD_PRESSURE', 'LOGGING_GLUCOSE')),
  status text not null check (status in ('DONE', 'SKIPPED')),
  content_type text not null,
  -- The calendar days that it belongs to, in time_zone, both included.
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  -- When; a manual reading has this moment. Of several of a type at one time each has a second of its own.
  at timestamptz not null,
  time_zone text not null,
  title text check (char_length(title) between 1 and 200),
  subtitle text check (char_length(subtitle) between 1 and 200),
  description text check (char_length(description) between 1 and 2000),
  frequency text,
  day_part text,
  -- HH:mm, as it was said.
  time_of_day text,
  -- Values in metric units, the kind of meal, the path of a photo.
  details jsonb not null,
  -- Parts, as the dishes of a meal.
  parts jsonb not null,
  logged_by uuid not null,
  logged_at timestamptz not null,
  -- False while its readings are on their way to the ticks store: until then it is in no list.
  is_stored boolean not null,
  taken_back_by uuid,
  taken_back_at timestamptz,
  taken_back_reason text check (char_length(taken_back_reason) between 1 and 500),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, activity_type, at),
  foreign key (tenant_id, user_id) references vigil.users,
  foreign key (tenant_id, logged_by) references vigil.users,
  foreign key (tenant_id, taken_back_by) references vigil.users,
  check ((taken_back_by is null) = (taken_back_at is null))
);
-- What did a member do on these days?
create index activities_by_day on vigil.activities (tenant_id, user_id, from_date, at);
call vigil.isolate('vigil.activities');
revoke update, delete, truncate on vigil.activities from vigil_app;
grant update (is_stored, taken_back_by, taken_back_at, taken_back_reason) on vigil.activities to vigil_app;

create function vigil.erase_activities(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  delete from vigil.activities a where a.tenant_id = vigil.current_tenant() and a.user_id = member;
end $$;
revoke execute on function vigil.erase_activities(uuid) from public;
grant execute on function vigil.erase_activities(uuid) to vigil_app;
