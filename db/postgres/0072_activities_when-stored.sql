-- When the readings of what was logged were in the ticks store, by this database's clock: what alert rules did about them came after it.
-- Null for what was logged before this column was there.
alter table vigil.activities add column stored_at timestamptz;
grant update (stored_at) on vigil.activities to vigil_app;
