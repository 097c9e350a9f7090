-- What alert rules look at, beside the hour it belongs to: sums and counts of each five minutes of it (twelve of them, from the
-- hour's start), of metrics that come by the minute, and how many of the hour's readings arrived late. Written by the statement
-- that writes the hour, so that whatever corrects the one corrects the other. Hours that were rolled up before have no slots and
-- are read from the ticks until they are rolled up again.
alter table vigil.ticks_hour add column if not exists late UInt32 codec(ZSTD(1)) after high;
alter table vigil.ticks_hour add column if not exists `slots.n` Array(UInt32) codec(ZSTD(1)) after late;
alter table vigil.ticks_hour add column if not exists `slots.total` Array(Float64) codec(ZSTD(1)) after `slots.n`;
