-- What acknowledging or snoozing changed, as it was before: an undo restores it. Null for all other events.
alter table vigil.alarm_events add column before jsonb;
create index alarm_events_by_request on vigil.alarm_events (tenant_id, request_id) where request_id is not null;
