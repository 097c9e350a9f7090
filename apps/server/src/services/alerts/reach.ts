import { prepareRule } from '@vigil/domain/alerts/decide';
import { type AlertRule, dueEvery, isCountedByBand, slotSeconds } from '@vigil/domain/alerts/rule';
import { bandStateHoldsSeconds } from '@vigil/domain/status/band-time';

/** How far before a moment a rule looks. Seconds. */
export function reachSecondsOf(rule: AlertRule): number {
  const { windowSlots, baseline } = prepareRule(rule);
  return Math.max(windowSlots, baseline?.from ?? 0) * slotSeconds;
}

/** For how long a reading vouches for what the rule is about. Seconds. */
export const vouchesSeconds = ({ subject }: AlertRule): number =>
  (subject.kind === 'metric' ? dueEvery(subject.metric) : null) ?? slotSeconds;

/** As far as the rule looks, and to the reading before that which vouches for where it begins. Seconds. */
export const looksBackSeconds = (rule: AlertRule): number => reachSecondsOf(rule) + vouchesSeconds(rule);

/** For how long what a rule looks at goes on changing without another reading: as long as a band is taken to be worn. Seconds. */
export function goesOnSeconds(rule: AlertRule): number {
  const { subject } = rule;
  const isByBand = subject.kind === 'metric' ? isCountedByBand(subject.metric) : subject.kind === 'score' && subject.score === 'news2';
  return isByBand ? bandStateHoldsSeconds : vouchesSeconds(rule);
}
