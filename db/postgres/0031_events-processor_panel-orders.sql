-- Whether somebody was removed or erased is asked of every row that a page or a count of members passes over. These indexes
-- hold the answer, with what the rows are sorted by, so that a page from the middle visits the table for its own rows only.
drop index vigil.users_members_by_name;
create index users_members_by_name on vigil.users (tenant_id, vigil.name_key(family_name) collate "C", vigil.name_key(given_name) collate "C", id)
  include (family_name, given_name, removed_at, erased_at) where roles @> '{patient}';
create index users_members_counted on vigil.users (tenant_id, id) include (removed_at, erased_at) where roles @> '{patient}';

-- Of the latest values of a metric, in order, those of now.
drop index vigil.latest_ticks_by_value;
create index latest_ticks_by_value on vigil.latest_ticks (tenant_id, metric, value, user_id) include (ts);
