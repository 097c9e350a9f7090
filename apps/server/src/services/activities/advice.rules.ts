import type { ResponseOf } from '@vigil/contract';
import type { getActivityAdvice } from '@vigil/contract/activities.contract';
import { type Concern, concernAt, mostUrgentFirst, type TypedValues } from '@vigil/domain/activities/concern';
import { typedMetrics } from '@vigil/domain/activities/measures';
import type { Role } from '@vigil/domain/roles';
import type { ToldAbout } from '#services/alerts/index.ts';

type Notified = ResponseOf<typeof getActivityAdvice>['notified'];
type AlarmTold = ToldAbout['alarms'][number];

/** The values as they were typed, with what nobody gave left out. */
export const givenValues = (values: Readonly<Record<string, unknown>>): TypedValues =>
  Object.fromEntries(typedMetrics.flatMap((metric) => (typeof values[metric] === 'number' ? [[metric, values[metric]]] : [])));

const sideOf = ({ direction }: Pick<AlarmTold, 'direction'>) => (direction === 'at_least' ? 'high' : 'low');

/**
 * What the alarms add: a rule may compare with the member's own past, which nobody knows before it is judged. Only where the value itself
 * is beyond the limit: an alarm about another one of the metric would give the advice for the opposite.
 */
export function concernsWith(known: readonly Concern[], values: TypedValues, { alarms }: ToldAbout): readonly Concern[] {
  const raised = alarms.flatMap((alarm) => {
    const value = values[alarm.metric];
    return alarm.isBeyond && value !== undefined ? [concernAt(alarm.metric, sideOf(alarm), value, alarm.against)] : [];
  });
  return mostUrgentFirst([...known, ...raised]);
}

/**
 * Alarms about a metric and a side on which the values are of concern: whoever was told of a high glucose knows nothing of a low one, and
 * whoever was told of a lower pressure nothing of an upper one.
 */
export const alarmsOn = (alarms: readonly AlarmTold[], concerns: readonly Concern[]): readonly AlarmTold[] =>
  alarms.filter((alarm) => alarm.isBeyond || concerns.some(({ metric, side }) => metric === alarm.metric && side === sideOf(alarm)));

const rank = ['notified', 'acknowledged', 'known', 'listed', 'nobody'] as const;

/**
 * Who was notified, and no more than that: an alarm that rings nobody, as that of a member on hold or one that only administrators could
 * be told of, has notified nobody who could act on it.
 */
export function notifiedOf({ isJudged, alarms }: ToldAbout, storedAt: number, rolesOf: (userId: string) => readonly Role[]): Notified {
  const isClinical = (userId: string) => rolesOf(userId).some((role) => role !== 'tenant_admin');
  const each = alarms.map((alarm) => stateOf(alarm, storedAt, isClinical));
  const best = rank.flatMap((state) => each.find((one) => one.state === state) ?? [])[0];
  // Until the rules have looked, an alarm that stands already says nothing about this value.
  if (!isJudged && best?.state !== 'notified') return { state: 'pending', at: null };
  return best ?? { state: 'nobody', at: null };
}

/** When somebody was notified is the first time, of this value or else of what the alarm was about before; it may ring for others since. */
function stateOf({ state, rings }: AlarmTold, storedAt: number, isClinical: (userId: string) => boolean): Notified {
  const nobody = { state: 'nobody', at: null } as const;
  const heard = rings.filter(({ told }) => told.some(isClinical));
  const alone = heard.filter(({ inStorm }) => !inStorm);
  const first = alone[0]?.at ?? null;
  if (state === 'acknowledged') return { state, at: first };
  const ofThis = state === 'snoozed' ? undefined : alone.find(({ at }) => at >= storedAt);
  // Over by now, or no longer about this value: whoever was told of it was told.
  if (state !== 'raised' && state !== 'snoozed') return ofThis ? { state: 'notified', at: ofThis.at } : nobody;
  if (heard.length === 0) return nobody;
  if (first === null) return { state: 'listed', at: null };
  return ofThis ? { state: 'notified', at: ofThis.at } : { state: 'known', at: first };
}
