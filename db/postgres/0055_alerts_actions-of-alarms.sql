-- Every action that an alarm has had: a rule that fires again while the alarm goes on by another rule brings a new one, and what became
-- of the alarm until then stays with the earlier. Rows are only added.
create table vigil.alarm_actions (
  tenant_id uuid not null,
  action_id uuid not null,
  alarm_id uuid not null,
  rule_id uuid not null,
  primary key (tenant_id, action_id, alarm_id),
  foreign key (tenant_id, alarm_id) references vigil.alarms on delete cascade
);
create index alarm_actions_of_alarm on vigil.alarm_actions (tenant_id, alarm_id);
insert into vigil.alarm_actions (tenant_id, action_id, alarm_id, rule_id)
  select tenant_id, action_id, alarm_id, rule_id from vigil.alarm_parts;
call vigil.isolate('vigil.alarm_actions');
revoke update, truncate on vigil.alarm_actions from vigil_app;
