/**
 * Condition on a row `l` of vigil.latest_ticks: it counts. A weight whose paired confidence is below 80 does not
 * (specification, validation rules): better none than a doubtful one.
 */
export const countingLatest = `not (l.metric = 'weight' and exists (
  select from vigil.latest_ticks c
  where c.tenant_id = l.tenant_id and c.user_id = l.user_id and c.metric = 'weight_conf' and c.ts = l.ts and c.source = l.source and c.value < 80))`;
