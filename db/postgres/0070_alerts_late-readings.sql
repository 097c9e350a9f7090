-- Readings that come late are judged as if they had come in time: each rule goes back to where it stood before them.

-- Where the rule stood in the last day, in order of time: an array of {at, verdict, holdsSince, firedAt}, each from the end of a slot on, in
-- Unix seconds. A rule that is at rest keeps its row until it has been so for a day.
alter table vigil.alert_rule_states add column trail jsonb not null default '[]';
update vigil.alert_rule_states set trail = jsonb_build_array(jsonb_build_object(
  'at', extract(epoch from coalesce(fired_at, holds_since))::float8, 'verdict', verdict,
  'holdsSince', extract(epoch from holds_since)::float8, 'firedAt', extract(epoch from fired_at)::float8));
alter table vigil.alert_rule_states alter column trail drop default;

-- What is of before this is nobody's to judge any more: the member was on hold, or had left.
alter table vigil.alert_watches add column not_before timestamptz;

-- Late readings may move the beginning of an alert: another firing, with the same action, stands in the place of the one that was told.
alter table vigil.alert_firings drop constraint alert_firings_end_reason_check,
  add constraint alert_firings_end_reason_check check (end_reason in ('cleared', 'superseded', 'retired', 'switched_off', 'suspended'));
-- An alert that was over and stands after all has an action that somebody may have ended meanwhile.
grant update (action_id) on vigil.alert_firings to vigil_app;
