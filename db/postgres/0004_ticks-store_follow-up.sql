-- How far each server process has followed up the ticks it stored (rollups, latest ticks). Ticks received since then
-- are looked at again after a crash. Holds no tenant's data.
create table vigil.ticks_follow_up (
  process_id uuid primary key,
  followed_up_to timestamptz not null,
  seen_at timestamptz not null default now()
);
