-- What is told of each member's newest sleep, kept so that members can be ordered and filtered by it: the ticks hold only stages.
create table vigil.sleep_measures (
  tenant_id uuid not null,
  user_id uuid not null,
  measure text not null check (measure in ('sleep_total', 'sleep_awakenings', 'sleep_latency', 'sleep_efficiency')),
  -- The end of the sleep; of an efficiency that a device sent by itself, its time. Null, with value and source: of this nothing is known.
  ts timestamptz,
  value double precision,
  source text,
  -- What was received until then is in it.
  followed_to timestamptz not null,
  primary key (tenant_id, user_id, measure),
  foreign key (tenant_id, user_id) references vigil.users
);
call vigil.isolate('vigil.sleep_measures');
create index sleep_measures_by_value on vigil.sleep_measures (tenant_id, measure, value, user_id) include (ts);

-- What was said last about each member, of one fact.
create index outside_facts_by_fact on vigil.outside_facts (tenant_id, fact, user_id, valid_at desc, sequence desc) include (value, word);
-- Whoever is assigned in one way, whoever it is to.
create index care_relations_by_assignment on vigil.care_relations (tenant_id, assignment_type, patient_id);
