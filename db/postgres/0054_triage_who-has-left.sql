-- Whoever has left, was removed or deactivated: actions about them stand in no list of whom somebody needs.
create index users_left on vigil.users (tenant_id, id)
  where is_in_the_tenant is not distinct from false or removed_at is not null or deactivated_at is not null;
