import { timeToLiveSeconds } from '../actions/time-to-live.ts';
import { type Alarm, type AlarmBeforeAnswer, type AlarmEvent, type AlarmStep, applyToAlarm } from './alarm.ts';
import {
  type AlarmPart,
  asks,
  conditionOf,
  isCovered,
  isFurther,
  mostSevere,
  rank,
  worst,
  worstHolding,
  worstOpen,
} from './alarm-parts.ts';
import type { AlertSeverity } from './rule.ts';

/** An alarm with the rules that have folded into it. */
export interface FoldedAlarm {
  readonly alarm: Alarm;
  readonly parts: readonly AlarmPart[];
}

/** What a run of a rule has seen. */
export interface Seen extends Omit<AlarmPart, 'holds' | 'noted' | 'shownValue' | 'isUnanswered' | 'ended'> {
  readonly event: 'persisted' | 'cleared' | 'true_again' | 'data_stopped' | 'data_back' | 'still_true';
}

export interface FoldedStep extends FoldedAlarm, Pick<AlarmStep, 'rings'> {
  /** What the state machine was told; null where it was nothing that an alarm goes by. */
  readonly event: AlarmEvent | null;
  /** A rule has got worse by its step since the version that it is seen by. */
  readonly hasWorsened?: boolean;
}

/** A new alarm, before anything was seen. */
export const unseen = (severity: AlertSeverity): FoldedAlarm => ({
  alarm: { state: 'pending', severity, level: 0, isJudged: true, by: null, dueAt: null },
  parts: [],
});

/** The worst alert that has cleared before anybody answered it, where it was more severe than the alarm is now. */
export const worstUnanswered = ({ alarm, parts }: FoldedAlarm): AlarmPart | undefined =>
  mostSevere(
    parts.filter(
      ({ ended, holds, isUnanswered, severity }) => !ended && holds === false && isUnanswered && rank(severity) > rank(alarm.severity),
    ),
  );

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
  // Also where a member was on hold and the run says that it still holds.
  const isFresh = holds === true && (!before || before.ended || before.holds === false);
  const measured = rule.measured ?? before?.measured ?? null;
  const shownBefore = isFresh ? null : (before?.shownValue ?? null);
  const hasWorsened = holds === true && shownBefore !== null && isFurther(rule, shownBefore, measured);
  const part: AlarmPart = {
    ...rule,
    ...{ holds, measured, ended: false, noted: goesOn ? before.noted : null, isUnanswered: isFresh || (before?.isUnanswered ?? false) },
    shownValue: hasWorsened ? measured : (shownBefore ?? measured),
  };
  const parts = before ? folded.parts.map((one) => (one === before ? part : one)) : [...folded.parts, part];
  if (!holds) return withoutPart(folded, parts, nowSeconds);
  const { alarm: was } = folded;
  const isRaisedNow = was.state === 'cleared' || was.state === 'pending';
  const alarm = isRaisedNow ? { ...was, severity: worstHolding(parts) } : eased(was, parts, nowSeconds);
  const isNew = begins && before?.holds !== true && !isCovered(part, parts) && rank(part.severity) >= rank(alarm.severity);
  return {
    ...step({ alarm, parts }, whileItHolds(alarm, seen, part, { worse: asks(part, parts, alarm), isNew }), nowSeconds),
    hasWorsened,
  };
}

/** What is left of an alarm once one of its rules does not hold any more, or one of its actions is done with. */
function withoutPart({ alarm: was, parts: before }: FoldedAlarm, parts: readonly AlarmPart[], nowSeconds: number): FoldedStep {
  const event = whileItDoesNot(before, parts);
  // What has cleared is named by its worst.
  if (event?.kind === 'cleared') return step({ alarm: { ...was, severity: worstOpen(parts) }, parts }, event, nowSeconds);
  const alarm = eased(was, parts, nowSeconds);
  if (event) return step({ alarm, parts }, event, nowSeconds);
  // What nobody has taken note of stood back for what was more severe.
  if (isAnswered(alarm) && parts.some((part) => asks(part, parts, alarm)))
    return step({ alarm, parts }, { kind: 'still_true', worse: true, isNew: false, severity: alarm.severity }, nowSeconds);
  if (alarm === was) return { alarm: withReminder({ alarm, parts }, nowSeconds), parts, rings: false, event: null };
  return step({ alarm: was, parts }, { kind: 'eased', severity: alarm.severity }, nowSeconds);
}

const isAnswered = ({ state }: Alarm) => state === 'acknowledged' || state === 'snoozed';

/** What is over makes nothing urgent any more. That nobody has answered it stays with its rule. */
const eased = (alarm: Alarm, parts: readonly AlarmPart[], nowSeconds: number): Alarm =>
  conditionOf(parts) === false ? alarm : applyToAlarm(alarm, { kind: 'eased', severity: worstHolding(parts) }, nowSeconds).alarm;

/** Somebody takes note of an alarm: from then on it is held against what it is now. */
export function takeNote(folded: FoldedAlarm, event: AlarmEvent & { kind: 'acknowledged' | 'snoozed' }, nowSeconds: number): FoldedStep {
  const next = step(folded, event, nowSeconds);
  if (next.alarm === folded.alarm) return { ...folded, rings: false, event: null };
  const parts = folded.parts.map((part) => ({
    ...part,
    ...{ shownValue: part.measured, isUnanswered: false },
    noted: part.holds === false || part.ended ? null : { value: part.measured, severity: part.severity },
  }));
  return { ...next, parts };
}

/** How an alarm stood before somebody took note of it, or it was over; `noted` by rule, `unanswered` which rules. */
export interface BeforeAnswer {
  readonly alarm: AlarmBeforeAnswer;
  readonly noted: Readonly<Record<string, AlarmPart['noted']>>;
  /** Absent in what was kept by earlier versions. */
  readonly unanswered?: readonly string[];
}

export const beforeAnswer = ({ alarm: { state, level, by, dueAt, isJudged }, parts }: FoldedAlarm): BeforeAnswer => ({
  alarm: { state, level, by, dueAt, isJudged },
  noted: Object.fromEntries(parts.map(({ ruleId, noted }) => [ruleId, noted])),
  unanswered: parts.flatMap(({ ruleId, isUnanswered }) => (isUnanswered ? [ruleId] : [])),
});

/** Somebody undoes that they took note of an alarm. */
export function undoNote(folded: FoldedAlarm, before: BeforeAnswer, nowSeconds: number): FoldedStep {
  const next = step(folded, { kind: 'undone', before: before.alarm }, nowSeconds);
  if (next.alarm === folded.alarm) return { ...folded, rings: false, event: null };
  const isRaised = next.alarm.state === 'raised';
  return {
    ...next,
    parts: next.parts.map((part) => ({
      ...part,
      noted: isRaised ? null : notedBefore(part, before),
      isUnanswered: part.isUnanswered || (before.unanswered?.includes(part.ruleId) ?? false),
    })),
  };
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
  if (parts.some(({ ended }) => !ended)) return withoutPart(folded, parts, nowSeconds);
  // What has cleared and nobody has ended expires as well.
  const alarm = kind === 'expired' ? { ...folded.alarm, severity: worstOpen(folded.parts) } : folded.alarm;
  return step({ alarm, parts }, { kind }, nowSeconds);
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
  if (folded.alarm.state === 'resolved') {
    const next = step({ ...folded, parts }, { kind: 'reopened', before: before.alarm, holds: condition, isHeld }, nowSeconds);
    return { ...next, alarm: eased(next.alarm, parts, nowSeconds) };
  }
  const event: AlarmEvent | null = folded.alarm.state === 'cleared' && condition !== false ? { kind: 'true_again' } : null;
  const alarm = event ? { ...folded.alarm, severity: worstHolding(parts) } : folded.alarm;
  if (event) return step({ alarm, parts }, event, nowSeconds);
  return { alarm: withReminder({ alarm, parts }, nowSeconds), parts, rings: false, event: null };
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
  const timed = withReminder({ alarm: next, parts: folded.parts }, nowSeconds);
  const alarm = isSame(timed, folded.alarm) ? folded.alarm : timed;
  const parts = isAnswered(alarm) ? folded.parts : folded.parts.map((part) => (part.noted === null ? part : { ...part, noted: null }));
  return { alarm, parts, rings, event };
}

/**
 * What is left may be too mild to climb, and keeps the action from expiring. A critical alert that nobody has answered is told of again after as long as a
 * critical action lives, one level up.
 */
function withReminder({ alarm, parts }: FoldedAlarm, nowSeconds: number): Alarm {
  if (alarm.state !== 'raised') return alarm;
  const isReminded = worstUnanswered({ alarm, parts })?.severity === 'CRITICAL';
  if (isReminded) return alarm.dueAt === null ? { ...alarm, dueAt: nowSeconds + timeToLiveSeconds.CRITICAL } : alarm;
  return alarm.severity === 'LOW' && alarm.dueAt !== null ? { ...alarm, dueAt: null } : alarm;
}

const isSame = (one: Alarm, other: Alarm) => (Object.keys(one) as (keyof Alarm)[]).every((key) => one[key] === other[key]);

interface Course {
  readonly worse: boolean;
  readonly isNew: boolean;
}

function whileItHolds(alarm: Alarm, seen: Seen['event'], part: AlarmPart, { worse, isNew }: Course): AlarmEvent {
  if (alarm.state === 'pending') return { kind: 'persisted' };
  // Whatever the run calls it: an alarm that is not raised any more, and whose condition holds, is raised again.
  if (alarm.state === 'cleared') return { kind: 'true_again' };
  if (seen === 'data_back' && !worse) return { kind: 'data_back' };
  return { kind: 'still_true', worse, isNew, severity: worst([alarm.severity, part.severity]) };
}

/** Nothing where another rule still holds, or where it was so before. */
function whileItDoesNot(before: readonly AlarmPart[], after: readonly AlarmPart[]): AlarmEvent | null {
  const condition = conditionOf(after);
  if (condition === true || condition === conditionOf(before)) return null;
  return { kind: condition === null ? 'data_stopped' : 'cleared' };
}
