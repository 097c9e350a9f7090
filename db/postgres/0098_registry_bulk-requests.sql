-- Each bulk assignment as it was sent, so that its id is refused for anything else, also where it changed nothing, and so that none of it is
-- done, or told as done, once its undo has begun. Whom it was about stands in the history alone.
create table vigil.bulk_assignments (
  tenant_id uuid not null,
  id uuid not null,
  -- Who sent it.
  by_id uuid,
  -- SHA-256 of the members, their order and the target. Null: from before it was kept.
  content bytea check (octet_length(content) = 32),
  at timestamptz not null,
  -- When its undo began.
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, by_id) references vigil.users
);
call vigil.isolate('vigil.bulk_assignments');
revoke update, delete, truncate on vigil.bulk_assignments from vigil_app;
grant update (undone_at) on vigil.bulk_assignments to vigil_app;

insert into vigil.bulk_assignments (tenant_id, id, by_id, at, undone_at)
select h.tenant_id, h.request_id, (array_agg(h.executed_by))[1], min(h.at),
  (select min(u.at) from vigil.care_history u where u.tenant_id = h.tenant_id and u.undoes_request_id = h.request_id)
from vigil.care_history h where h.request_id is not null group by h.tenant_id, h.request_id;
