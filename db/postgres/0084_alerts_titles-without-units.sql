-- Titles of three default rules named their level in mg/dL, also to whoever reads mmol/L. They name none now: the rule's own words say it in
-- the reader's unit. A title that a clinic has written itself stays, and so does whatever else a version holds.
create temporary table new_titles (default_id text, was text, becomes text) on commit drop;
insert into new_titles values
  ('glucose-very-low', 'Glucose below 54 mg/dL', 'Glucose very low'),
  ('glucose-low', 'Glucose below 70 mg/dL', 'Glucose low'),
  ('glucose-very-high', 'Glucose above 250 mg/dL, no lower reading for two hours', 'Glucose very high for two hours');

alter table vigil.alert_rule_versions disable trigger alert_rule_versions_stay;
update vigil.alert_rule_versions v set title = n.becomes
from vigil.alert_rules r, new_titles n
where r.tenant_id = v.tenant_id and r.id = v.rule_id and r.default_id = n.default_id and v.title = n.was;
alter table vigil.alert_rule_versions enable trigger alert_rule_versions_stay;

-- Alarms and actions keep the title of the rule that opened them.
update vigil.alarm_parts p set title = n.becomes
from vigil.alert_rules r, new_titles n
where r.tenant_id = p.tenant_id and r.id = p.rule_id and r.default_id = n.default_id and p.title = n.was;
update vigil.actions a set
  title = case when a.title = n.was then n.becomes else a.title end,
  alert = jsonb_set(a.alert, '{rule,name}', to_jsonb(n.becomes))
from vigil.alert_rules r, new_titles n
where r.tenant_id = a.tenant_id and r.id::text = a.alert -> 'rule' ->> 'id' and r.default_id = n.default_id
  and a.alert -> 'rule' ->> 'name' = n.was;

select set_config('vigil.erasing', 'action_events', true);
update vigil.action_events e set title = n.becomes
from vigil.actions a, vigil.alert_rules r, new_titles n
where a.tenant_id = e.tenant_id and a.id = e.action_id and r.tenant_id = a.tenant_id and r.id::text = a.alert -> 'rule' ->> 'id'
  and r.default_id = n.default_id and e.title = n.was;
select set_config('vigil.erasing', '', true);
