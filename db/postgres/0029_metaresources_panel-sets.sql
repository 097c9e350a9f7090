-- Which measures somebody wants to see of each member. Settings of a person of the staff; nothing of a record.
create table vigil.panel_sets (
  tenant_id uuid not null,
  -- Whose panel it is. Ids are told apart for each person.
  user_id uuid not null,
  id text not null check (id ~ '^[A-Za-z0-9_-]{1,64}$' and id <> 'defaultPanel'),
  name text not null check (char_length(name) between 1 and 100),
  -- Ids of measures, in the order of their columns.
  measures text[] not null check (cardinality(measures) between 1 and 20),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, user_id, id),
  foreign key (tenant_id, user_id) references vigil.users
);
call vigil.isolate('vigil.panel_sets');
revoke truncate on vigil.panel_sets from vigil_app;
