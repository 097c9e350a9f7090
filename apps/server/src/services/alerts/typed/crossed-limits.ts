import { type Concern, concernAt, type TypedValues } from '@vigil/domain/activities/concern';
import { typedMetrics } from '@vigil/domain/activities/measures';
import { isBeyondLevel } from '@vigil/domain/alerts/decide';
import type { AlertRule } from '@vigil/domain/alerts/rule';
import type { MemberRules } from '../rules/member-rules.ts';

/** What is asked about before it is stored; the rest may wait until somebody has time. */
const urgent: ReadonlySet<AlertRule['severity']> = new Set(['CRITICAL', 'HIGH']);

/**
 * Values that lie beyond a level of one of the member's own running rules of severity HIGH or CRITICAL. Only rules about the value
 * itself: what is compared with a baseline is known once it is judged.
 */
export async function crossedLimits(
  memberRules: Pick<MemberRules, 'list'>,
  tenantId: string,
  userId: string,
  values: TypedValues,
): Promise<readonly Concern[]> {
  const rules = await memberRules.list(tenantId, userId);
  return rules.filter(({ state, off }) => state === 'live' && off === null).flatMap(({ rule }) => crossedBy(rule, values));
}

function crossedBy(rule: AlertRule, values: TypedValues): readonly Concern[] {
  const { subject, against, direction, severity } = rule;
  if (subject.kind !== 'metric' || against !== 'value' || !urgent.has(severity)) return [];
  const metric = typedMetrics.find((one) => one === subject.metric);
  const value = metric && values[metric];
  if (metric === undefined || value === undefined) return [];
  return isBeyondLevel(rule, value) ? [concernAt(metric, direction === 'at_least' ? 'high' : 'low', value)] : [];
}
