-- Which readings count is one rule now (packages/domain/src/metrics/counting.ts): zeros that are no readings and doubtful
-- weights leave the latest values and the rollups. Everything derived from the ticks is computed again by the next process,
-- as if one had died without having followed up anything; until then charts read the ticks themselves.
delete from vigil.latest_ticks
where metric in ('weight', 'steps', 'calories', 'distance')
   or (value = 0 and metric not in ('gsr', 'weight_conf', 'band_removed', 'battery'));
insert into vigil.ticks_follow_up (process_id, followed_up_to, seen_at) values (gen_random_uuid(), '1970-01-01', '-infinity');
