-- Band data. A tick is named by member, metric, moment and source: sending it again replaces it, so a repeat changes
-- nothing and a correction wins by received_at, which strictly increases per member. Reads say FINAL. Timestamps keep
-- milliseconds. An insert is acknowledged when its part and the folder it stands in are on disk.
create database if not exists vigil;

create table if not exists vigil.ticks (
  tenant_id UUID codec(ZSTD(1)),
  user_id UUID codec(ZSTD(1)),
  metric LowCardinality(String),
  ts DateTime64(3, 'UTC') codec(DoubleDelta, ZSTD(1)),
  source Enum8('device' = 1, 'manual' = 2, 'imported' = 3) codec(ZSTD(1)),
  value Float64 codec(ZSTD(3)),
  device_id LowCardinality(String),
  received_at DateTime64(3, 'UTC') codec(Delta, ZSTD(3)),
  index received_at_range received_at type minmax granularity 4
)
engine = ReplacingMergeTree(received_at)
partition by toYYYYMM(ts)
order by (tenant_id, user_id, metric, ts, source)
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- Rollups of the above, one value per metric and moment (device before manual before imported), recomputed from
-- vigil.ticks FINAL for every hour and day that a commit touched. The newest computation wins, so reads say FINAL.
create table if not exists vigil.ticks_hour (
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
partition by toYYYYMM(hour)
order by (tenant_id, user_id, metric, hour)
settings fsync_after_insert = 1, fsync_part_directory = 1;

-- Days of the zone named in tz (the member's own). The sorting key holds the zone: a member who moved has rows of
-- both, and a question names the one it means.
create table if not exists vigil.ticks_day (
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
partition by toYear(day)
order by (tenant_id, user_id, metric, day, tz)
settings fsync_after_insert = 1, fsync_part_directory = 1;
