-- Weeks and months that are over, as they were found when somebody asked for medians of them: a median is exact only from every
-- tick, and a month of minutes has 43,000. A row holds only while no day of its step has been rolled up since computed_at, which
-- lies before the read of the ticks; otherwise the ticks are read again. A step in which nothing counts has n = 0. The latest
-- computation wins, so reads say FINAL. Nothing is lost when this table is emptied.
create table if not exists vigil.ticks_kept_step (
  tenant_id UUID codec(ZSTD(1)),
  user_id UUID codec(ZSTD(1)),
  granularity Enum8('WEEKLY' = 1, 'MONTHLY' = 2),
  metric LowCardinality(String),
  first_day Date codec(DoubleDelta, ZSTD(1)),
  tz LowCardinality(String),
  n UInt32 codec(ZSTD(1)),
  total Float64 codec(ZSTD(1)),
  low Float64 codec(ZSTD(1)),
  high Float64 codec(ZSTD(1)),
  median Float64 codec(ZSTD(1)),
  computed_at DateTime64(6, 'UTC') codec(Delta, ZSTD(1))
)
engine = ReplacingMergeTree(computed_at)
order by (tenant_id, user_id, granularity, metric, first_day, tz)
settings fsync_after_insert = 1, fsync_part_directory = 1, index_granularity = 256;
