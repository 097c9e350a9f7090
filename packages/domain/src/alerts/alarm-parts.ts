import type { Alarm } from './alarm.ts';
import { type AlertSeverity, type Direction, type RuleRole, type RuleSubject, severities } from './rule.ts';
import { isWorse } from './worse.ts';

/** What one rule has to do with an alarm. */
export interface AlarmPart {
  readonly ruleId: string;
  readonly version: number;
  readonly firingId: string;
  /** The action that its firing opened or joined. */
  readonly actionId: string;
  readonly title: string;
  readonly severity: AlertSeverity;
  readonly subject: RuleSubject;
  readonly direction: Direction;
  readonly role: RuleRole;
  readonly measured: number | null;
  /** End of the slot that was judged. Unix seconds. */
  readonly judgedAt: number;
  /** Whether its condition holds; null: nobody knows, for the data stopped. */
  readonly holds: boolean | null;
  /** What it was when somebody acknowledged or snoozed the alarm; null where nobody has since it began to hold, and once it has cleared. */
  readonly noted: { readonly value: number | null; readonly severity: AlertSeverity } | null;
  /** What was measured when the alarm got the version that it is seen by; null: unknown. */
  readonly shownValue: number | null;
  /** It has begun since anybody acknowledged or snoozed the alarm. So it stays once it is over: nobody has said that they saw it. */
  readonly isUnanswered: boolean;
  /** Its action is done with. */
  readonly ended: boolean;
}

/** Whether any of the rules whose actions are not done with holds: true, false, or null where that is unknown. */
export function conditionOf(parts: readonly AlarmPart[]): boolean | null {
  const open = parts.filter(({ ended }) => !ended);
  if (open.some(({ holds }) => holds === true)) return true;
  return open.some(({ holds }) => holds === null) ? null : false;
}

/** The rule that an alarm is told by: of those that hold the most severe, and of these the one that was there first. */
export function leadOf(parts: readonly AlarmPart[]): AlarmPart | undefined {
  const weight = ({ ended, holds, severity }: AlarmPart) => (ended ? 0 : 10) + (holds === false ? 0 : 5) + severities.indexOf(severity);
  return parts.reduce<AlarmPart | undefined>((lead, part) => (lead && weight(lead) >= weight(part) ? lead : part), undefined);
}

export const rank = (severity: AlertSeverity) => severities.indexOf(severity);

/** The most severe of some rules, and of those as severe the one that was there first. */
export const mostSevere = (parts: readonly AlarmPart[]): AlarmPart | undefined =>
  parts.reduce<AlarmPart | undefined>((most, part) => (most && rank(most.severity) >= rank(part.severity) ? most : part), undefined);

/**
 * Whether another rule of an alarm says more of the same: about the same and in the same direction, more severe, and not known to be over. SpO2 93 % or
 * less is covered while SpO2 91 % or less asks for somebody.
 */
export const isCovered = (part: AlarmPart, parts: readonly AlarmPart[]): boolean =>
  parts.some(
    (other) =>
      !other.ended &&
      other.holds !== false &&
      rank(other.severity) > rank(part.severity) &&
      other.direction === part.direction &&
      isSameSubject(other.subject, part.subject),
  );

function isSameSubject(one: RuleSubject, other: RuleSubject): boolean {
  if (one.kind === 'metric') return other.kind === 'metric' && one.metric === other.metric;
  if (one.kind === 'score') return other.kind === 'score' && one.score === other.score;
  return other.kind === 'survey' && one.surveyId === other.surveyId;
}

/** Whether a rule rings an alarm that somebody has answered: worse than what they took note of, or new to them, and as severe as what they answered. */
export const asks = (part: AlarmPart, parts: readonly AlarmPart[], { severity }: Alarm): boolean =>
  part.holds === true && !part.ended && rank(part.severity) >= rank(severity) && isWorsePart(part) && !isCovered(part, parts);

/** Against what somebody has taken note of. A rule that did not hold then is another rule; values that are unknown decide nothing. */
function isWorsePart({ noted, measured, severity, ruleId, subject, direction }: AlarmPart): boolean {
  if (noted === null) return true;
  const value = noted.value === null || measured === null ? 0 : measured;
  const before = noted.value === null || measured === null ? 0 : noted.value;
  return isWorse(subject, direction, { value: before, severity: noted.severity, ruleId }, { value, severity, ruleId });
}

export const isFurther = (
  { subject, direction, severity, ruleId }: Pick<AlarmPart, 'subject' | 'direction' | 'severity' | 'ruleId'>,
  from: number,
  to: number | null,
) => to !== null && isWorse(subject, direction, { value: from, severity, ruleId }, { value: to, severity, ruleId });

export const worst = (some: readonly AlertSeverity[]) =>
  some.reduce((one, other) => (severities.indexOf(other) > severities.indexOf(one) ? other : one), 'LOW' as AlertSeverity);
export const worstOpen = (parts: readonly AlarmPart[]) => worst(parts.filter(({ ended }) => !ended).map(({ severity }) => severity));
export const worstHolding = (parts: readonly AlarmPart[]) =>
  worst(parts.filter(({ ended, holds }) => !ended && holds !== false).map(({ severity }) => severity));
