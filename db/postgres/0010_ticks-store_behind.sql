-- Members whose older rollups lag behind the ticks that a server process has stored, and from when on. Written before the
-- ticks are acknowledged and removed once the rollups have followed, so that every other process reads the ticks
-- themselves meanwhile, also after this one has died. The nil UUID stands for all members of the tenant.
create table vigil.ticks_behind (
  tenant_id uuid not null,
  process_id uuid not null references vigil.ticks_follow_up on delete cascade,
  user_id uuid not null,
  from_at timestamptz not null,
  primary key (tenant_id, process_id, user_id)
);
create index ticks_behind_by_process on vigil.ticks_behind (process_id);
call vigil.isolate('vigil.ticks_behind');
