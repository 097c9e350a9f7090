import { type Alarm, type AlarmBeforeAnswer, type AlarmEvent, type AlarmStep, applyToAlarm } from './alarm.ts';
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
  /** Its action is done with. */
  readonly ended: boolean;
}

/** An alarm with the rules that have folded into it. */
export interface FoldedAlarm {
  readonly alarm: Alarm;
  readonly parts: readonly AlarmPart[];
}

/** What a run of a rule has seen. */
export interface Seen extends Omit<AlarmPart, 'holds' | 'noted' | 'ended'> {
  readonly event: 'persisted' | 'cleared' | 'true_again' | 'data_stopped' | 'data_back' | 'still_true';
}

export interface FoldedStep extends FoldedAlarm, Pick<AlarmStep, 'rings'> {
  /** What the state machine was told; null where it was nothing that an alarm goes by. */
  readonly event: AlarmEvent | null;
}

/** A new alarm, before anything was seen. */
export const unseen = (severity: AlertSeverity): FoldedAlarm => ({
  alarm: { state: 'pending', severity, level: 0, isJudged: true, by: null, dueAt: null },
  parts: [],
});

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

const rank = (severity: AlertSeverity) => severities.indexOf(severity);

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

const holdsAfter = { persisted: true, true_again: true, still_true: true, data_back: true, cleared: false, data_stopped: null } as const;

/** What becomes of an alarm by what one of its rules saw. What is about an action that is done with, or about another than the rule's last alert, changes nothing. */
export function see(folded: FoldedAlarm, { event: seen, ...rule }: Seen, nowSeconds: number): FoldedStep {
  const before = folded.parts.find(({ ruleId }) => ruleId === rule.ruleId);
  const begins = seen === 'persisted' || seen === 'true_again';
  const isOfOther = before?.actionId !== rule.actionId;
  // Only an alert that begins takes the part over from another action.
  if (before?.ended ? !isOfOther || !begins : isOfOther && !begins) return { ...folded, rings: false, event: null };
  const holds = holdsAfter[seen];
  // What somebody took note of is over once it clears: what fires after that, nobody has seen.
  const goesOn = before && !before.ended && before.holds !== false && holds !== false;
  const part: AlarmPart = {
    ...rule,
    ...{ holds, ended: false, noted: goesOn ? before.noted : null },
    measured: rule.measured ?? before?.measured ?? null,
  };
  const parts = before ? folded.parts.map((one) => (one === before ? part : one)) : [...folded.parts, part];
  const alarm = folded.alarm.state === 'cleared' && holds ? { ...folded.alarm, severity: worstHolding(parts) } : folded.alarm;
  const covered = isCovered(part, parts);
  const isNew = begins && before?.holds !== true && !covered && rank(part.severity) >= rank(alarm.severity);
  const event = holds ? whileItHolds(alarm, seen, part, { covered, isNew }) : whileItDoesNot(folded.parts, parts);
  return event ? step({ alarm, parts }, event, nowSeconds) : { alarm, parts, rings: false, event: null };
}

/** Somebody takes note of an alarm: from then on it is held against what it is now. */
export function takeNote(folded: FoldedAlarm, event: AlarmEvent & { kind: 'acknowledged' | 'snoozed' }, nowSeconds: number): FoldedStep {
  const next = step(folded, event, nowSeconds);
  if (next.alarm === folded.alarm) return { ...folded, rings: false, event: null };
  const parts = folded.parts.map((part) => ({
    ...part,
    noted: part.holds === false || part.ended ? null : { value: part.measured, severity: part.severity },
  }));
  return { ...next, parts };
}

/** How an alarm stood before somebody took note of it, or it was over; `noted` by rule. */
export interface BeforeAnswer {
  readonly alarm: AlarmBeforeAnswer;
  readonly noted: Readonly<Record<string, AlarmPart['noted']>>;
}

export const beforeAnswer = ({ alarm: { state, level, by, dueAt, isJudged }, parts }: FoldedAlarm): BeforeAnswer => ({
  alarm: { state, level, by, dueAt, isJudged },
  noted: Object.fromEntries(parts.map(({ ruleId, noted }) => [ruleId, noted])),
});

/** Somebody undoes that they took note of an alarm. */
export function undoNote(folded: FoldedAlarm, before: BeforeAnswer, nowSeconds: number): FoldedStep {
  const next = step(folded, { kind: 'undone', before: before.alarm }, nowSeconds);
  if (next.alarm === folded.alarm) return { ...folded, rings: false, event: null };
  if (next.alarm.state === 'raised') return next;
  return { ...next, parts: next.parts.map((part) => ({ ...part, noted: notedBefore(part, before) })) };
}

const notedBefore = ({ ruleId, holds }: Pick<AlarmPart, 'ruleId' | 'holds'>, before: BeforeAnswer) =>
  holds === false ? null : (before.noted[ruleId] ?? null);

/** Actions of an alarm are done with. It is over with the last of them; until then it goes on by the others. */
export function endActions(
  folded: FoldedAlarm,
  actionIds: readonly string[],
  kind: 'intervened' | 'closed' | 'expired',
  nowSeconds: number,
): FoldedStep {
  const parts = folded.parts.map((part) => (actionIds.includes(part.actionId) ? { ...part, ended: true, noted: null } : part));
  if (parts.every(({ ended }) => ended)) return step({ ...folded, parts }, { kind }, nowSeconds);
  const event = whileItDoesNot(folded.parts, parts);
  return event ? step({ ...folded, parts }, event, nowSeconds) : { ...folded, parts, rings: false, event: null };
}

/** What is to be known of actions whose end is undone. */
export interface Reopening {
  readonly actionIds: readonly string[];
  /** How the alarm stood before it was over. */
  readonly before: BeforeAnswer;
  /** By rule: whether its condition holds now; null: unknown. */
  readonly holds: ReadonlyMap<string, boolean | null>;
  readonly isHeld: boolean;
}

/** The end of actions is undone. An alarm that has gone on by others until now is raised again by what holds. */
export function reopenActions(folded: FoldedAlarm, { actionIds, before, holds, isHeld }: Reopening, nowSeconds: number): FoldedStep {
  const parts = folded.parts.map((part): AlarmPart => {
    if (!part.ended || !actionIds.includes(part.actionId)) return part;
    const holdsNow = holds.get(part.ruleId);
    const reopened = { ...part, ended: false, holds: holdsNow === undefined ? part.holds : holdsNow };
    return { ...reopened, noted: notedBefore(reopened, before) };
  });
  const condition = conditionOf(parts);
  if (folded.alarm.state === 'resolved')
    return step({ ...folded, parts }, { kind: 'reopened', before: before.alarm, holds: condition, isHeld }, nowSeconds);
  const event: AlarmEvent | null = folded.alarm.state === 'cleared' && condition !== false ? { kind: 'true_again' } : null;
  const alarm = event ? { ...folded.alarm, severity: worstHolding(parts) } : folded.alarm;
  return event ? step({ alarm, parts }, event, nowSeconds) : { ...folded, parts, rings: false, event: null };
}

/** The time of an alarm has come. */
export const comeDue = (folded: FoldedAlarm, nowSeconds: number): FoldedStep =>
  step(folded, { kind: 'due', holds: conditionOf(folded.parts) }, nowSeconds);

/** The member is on hold, or no longer: what holds after that, the next judgement says. */
export function hold(folded: FoldedAlarm, isHeld: boolean, nowSeconds: number): FoldedStep {
  if (isHeld) return step(folded, { kind: 'held' }, nowSeconds);
  const next = step(folded, { kind: 'released' }, nowSeconds);
  return next.alarm === folded.alarm ? next : { ...next, parts: next.parts.map((part) => ({ ...part, holds: false })) };
}

/** The one way from here into the state machine. What nobody has taken note of any more is forgotten with it. */
function step(folded: FoldedAlarm, event: AlarmEvent, nowSeconds: number): FoldedStep {
  const { alarm: next, rings } = applyToAlarm(folded.alarm, event, nowSeconds);
  const alarm = isSame(next, folded.alarm) ? folded.alarm : next;
  const isNoted = alarm.state === 'acknowledged' || alarm.state === 'snoozed';
  const parts = isNoted ? folded.parts : folded.parts.map((part) => (part.noted === null ? part : { ...part, noted: null }));
  return { alarm, parts, rings, event };
}

const isSame = (one: Alarm, other: Alarm) => (Object.keys(one) as (keyof Alarm)[]).every((key) => one[key] === other[key]);

interface Course {
  readonly covered: boolean;
  readonly isNew: boolean;
}

function whileItHolds(alarm: Alarm, seen: Seen['event'], part: AlarmPart, { covered, isNew }: Course): AlarmEvent {
  if (alarm.state === 'pending') return { kind: 'persisted' };
  // Whatever the run calls it: an alarm that is not raised any more, and whose condition holds, is raised again.
  if (alarm.state === 'cleared') return { kind: 'true_again' };
  const worse = !covered && isWorsePart(part);
  if (seen === 'data_back' && !worse) return { kind: 'data_back' };
  return { kind: 'still_true', worse, isNew, severity: worst([alarm.severity, part.severity]) };
}

/** Nothing where another rule still holds, or where it was so before. */
function whileItDoesNot(before: readonly AlarmPart[], after: readonly AlarmPart[]): AlarmEvent | null {
  const condition = conditionOf(after);
  if (condition === true || condition === conditionOf(before)) return null;
  return { kind: condition === null ? 'data_stopped' : 'cleared' };
}

/** Against what somebody has taken note of. A rule that did not hold then is another rule; values that are unknown decide nothing. */
function isWorsePart({ noted, measured, severity, ruleId, subject, direction }: AlarmPart): boolean {
  if (noted === null) return true;
  const value = noted.value === null || measured === null ? 0 : measured;
  const before = noted.value === null || measured === null ? 0 : noted.value;
  return isWorse(subject, direction, { value: before, severity: noted.severity, ruleId }, { value, severity, ruleId });
}

const worst = (some: readonly AlertSeverity[]) =>
  some.reduce((one, other) => (severities.indexOf(other) > severities.indexOf(one) ? other : one), 'LOW' as AlertSeverity);
const worstHolding = (parts: readonly AlarmPart[]) =>
  worst(parts.filter(({ ended, holds }) => !ended && holds !== false).map(({ severity }) => severity));
