-- Whoever is in the tenant but no member, or no longer: few, so that a list of values tells by them which of its rows are of members.
create index users_no_members on vigil.users (tenant_id, id) where removed_at is not null or not roles @> '{patient}';
