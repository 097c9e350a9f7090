-- What became of a member's alarms, those that are over as well: for the member's timeline.
create index alarms_of_member on vigil.alarms (tenant_id, user_id);
