import type { AlertRule } from '@vigil/domain/alerts/rule';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { type ReadingsAddress, readingsAddress } from '#lib/readings-address.ts';

const daySeconds = 86_400;

/**
 * Where a member's readings are looked at around a day (yyyy-MM-dd, the member's own) on which a rule fired: evidence with the rule's
 * baseline, over at least that whole day.
 */
export function evidenceAddress({ subject, window, baseline }: AlertRule, day: string): ReadingsAddress {
  const isLong = (parseTimeframe(window)?.lengthSeconds ?? 0) > daySeconds;
  return readingsAddress({
    metric: subject.kind === 'metric' ? subject.metric : subject.kind === 'score' ? `${subject.score}_score` : 'survey_score',
    secondary: ['heart_rate', 'resp_rate', 'spo2', 'steps'],
    timeframe: isLong ? window : '24h',
    baseline: baseline ?? '7d',
    day,
  });
}
