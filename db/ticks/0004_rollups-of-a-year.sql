-- Rollups in fewer and finer pieces. A question about one member opens every part of every partition that it touches, which took
-- longer than reading it, and read 8,192 rows for the few that it wanted. Hours now lie by the year and not by the month, days
-- in one partition; granules hold what a question takes from one member and metric: a month of hours, most of a year of days.
-- Each table is filled beside the old one and takes its place; what another process computes meanwhile is copied after that.
-- Whatever a start that was cut short has left is begun anew.
drop table if exists vigil.ticks_hour_next sync;
create table vigil.ticks_hour_next (
  tenant_id UUID codec(ZSTD(1)),
  user_id UUID codec(ZSTD(1)),
  metric LowCardinality(String),
  hour DateTime('UTC') codec(DoubleDelta, ZSTD(1)),
  n UInt32 codec(ZSTD(1)),
  total Float64 codec(ZSTD(1)),
  low Float64 codec(ZSTD(1)),
  high Float64 codec(ZSTD(1)),
  computed_at DateTime64(6, 'UTC') codec(Delta, ZSTD(1))
)
engine = ReplacingMergeTree(computed_at)
partition by toYear(hour)
order by (tenant_id, user_id, metric, hour)
settings fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 1024;
insert into vigil.ticks_hour_next select * from vigil.ticks_hour;
exchange tables vigil.ticks_hour_next and vigil.ticks_hour;
insert into vigil.ticks_hour select * from vigil.ticks_hour_next where computed_at > now() - interval 1 day;
drop table vigil.ticks_hour_next sync;

drop table if exists vigil.ticks_day_next sync;
create table vigil.ticks_day_next (
  tenant_id UUID codec(ZSTD(1)),
  user_id UUID codec(ZSTD(1)),
  metric LowCardinality(String),
  day Date codec(DoubleDelta, ZSTD(1)),
  tz LowCardinality(String),
  n UInt32 codec(ZSTD(1)),
  device_n UInt32 codec(ZSTD(1)),
  total Float64 codec(ZSTD(1)),
  low Float64 codec(ZSTD(1)),
  high Float64 codec(ZSTD(1)),
  median Float64 codec(ZSTD(1)),
  computed_at DateTime64(6, 'UTC') codec(Delta, ZSTD(1))
)
engine = ReplacingMergeTree(computed_at)
order by (tenant_id, user_id, metric, day, tz)
settings fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256;
insert into vigil.ticks_day_next select * from vigil.ticks_day;
exchange tables vigil.ticks_day_next and vigil.ticks_day;
insert into vigil.ticks_day select * from vigil.ticks_day_next where computed_at > now() - interval 1 day;
drop table vigil.ticks_day_next sync;
