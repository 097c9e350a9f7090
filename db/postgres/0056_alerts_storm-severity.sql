-- How severe the storm was that somebody has been told of: when it becomes more severe, they are told again. Of storms from before
-- nobody knows, so that whoever is in one is told once more.
alter table vigil.alarm_storms
  add column severity text not null default 'LOW' check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'));
alter table vigil.alarm_storms alter column severity drop default;
