-- Members of a demonstration server whose readings are made up (or published): how far each one's have been stored, so
-- that a start after a crash or a pause goes on where the last one ended. Empty on a server that never ran with DEMO=1.
create table vigil.demo_members (
  tenant_id uuid not null,
  user_id uuid not null,
  -- The present of the stories: the moment of the first seeding.
  epoch timestamptz not null,
  -- Readings stamped before this are stored; null when none are.
  stored_until timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references vigil.users
);
call vigil.isolate('vigil.demo_members');
