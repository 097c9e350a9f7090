-- Which readings count is one rule now (packages/domain/src/metrics/counting.ts): zeros that are no readings and doubtful
-- weights leave the latest values and the rollups. Everything derived from the ticks is computed again by the next process,
-- as if one had died without having followed up anything; until then charts read the ticks themselves.
delete from vigil.latest_ticks
where metric in ('weight', 'steps', 'calories', 'distance')
   or (value = 0 and metric not in ('gsr', 'weight_conf', 'band_removed', 'battery'));
insert into vigil.ticks_follow_up (process_id, followed_up_to, seen_at) values (gen_random_uuid(), '1970-01-01', '-infinity');

-- Readings that were taken back (FHIR's entered-in-error), as they were: the ticks store no longer has the value. Several
-- rows for one moment where a correction was taken back as well.
create table vigil.ticks_taken_back (
  tenant_id uuid not null,
  user_id uuid not null,
  metric text not null,
  ts timestamptz not null,
  source text not null check (source in ('device', 'manual', 'imported')),
  value double precision not null,
  device_id text not null,
  received_at timestamptz not null,
  reason text not null check (char_length(reason) between 1 and 500),
  taken_back_by uuid not null,
  taken_back_at timestamptz not null,
  primary key (tenant_id, user_id, metric, ts, source, value),
  foreign key (tenant_id, user_id) references vigil.users
);
create index ticks_taken_back_by_time on vigil.ticks_taken_back (tenant_id, user_id, taken_back_at desc);
call vigil.isolate('vigil.ticks_taken_back');
