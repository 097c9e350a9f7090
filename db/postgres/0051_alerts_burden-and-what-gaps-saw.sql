-- Figures of alerts are of the actions that rules opened in a stretch of time, the newest first.
create index actions_of_rules on vigil.actions (tenant_id, created_at desc, id) where alert -> 'rule' ->> 'id' is not null;

-- What was seen of a member when somebody looked last: since when the band has been as it is, and which values stand still. Ticks are
-- read only of those of whom this says that a gap may be near.
alter table vigil.gap_checks add column seen jsonb not null default '{}';
