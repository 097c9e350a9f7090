-- What one bulk assignment did, so that the same request is stored once and can be undone: each line of the history names the request
-- that it is part of, or that it undoes. Of whoever came along with somebody else, with whom, so that an undo can restore it.
alter table vigil.care_history
  add column request_id uuid,
  add column undoes_request_id uuid,
  add column with_clinician_id uuid;
create index care_history_by_request on vigil.care_history (tenant_id, request_id) where request_id is not null;
create index care_history_by_undone_request on vigil.care_history (tenant_id, undoes_request_id) where undoes_request_id is not null;
