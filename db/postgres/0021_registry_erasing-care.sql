-- The history of care teams and what was done for a member are only added to, but for the erasure of the member whom they are
-- about.
create or replace function vigil.refuse_care_history_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' or current_setting('vigil.erasing', true) is distinct from 'care_history' then
    raise exception 'The history of care teams can only be added to';
  end if;
  return null;
end $$;

create function vigil.require_decided_erasure(member uuid) returns void
  language plpgsql stable security definer set search_path = pg_catalog, vigil as $$
begin
  if not exists (select from vigil.erasures e where e.tenant_id = vigil.current_tenant() and e.user_id = member and e.decided_at is not null) then
    raise exception 'No erasure of this member was decided';
  end if;
end $$;

-- Whom the person looked after, if they ever did, is part of the records of those others and stays. So is what they did for them.
create function vigil.erase_care_history(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  perform set_config('vigil.erasing', 'care_history', true);
  delete from vigil.care_history h where h.tenant_id = vigil.current_tenant() and h.patient_id = member;
  perform set_config('vigil.erasing', '', true);
end $$;

create function vigil.erase_tasks(member uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, vigil as $$
begin
  perform vigil.require_decided_erasure(member);
  delete from vigil.tasks t
  where t.tenant_id = vigil.current_tenant() and (t.patient_id = member or (t.user_id = member and t.patient_id is null));
end $$;

revoke execute on function vigil.require_decided_erasure(uuid), vigil.erase_care_history(uuid), vigil.erase_tasks(uuid) from public;
grant execute on function vigil.erase_care_history(uuid), vigil.erase_tasks(uuid) to vigil_app;
