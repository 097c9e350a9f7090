import { type AlertSeverity, severities } from './rule.ts';

/**
 * `pending`: true, not yet for long enough. `gap`: data stopped before it was. `gone`: it never fired. `raised`: it asks for
 * somebody. `cleared`: no longer true; its action stays open. `resolved`: done. `suspended`: the member is on hold.
 */
export const alarmStates = [
  ...(['pending', 'gap', 'gone', 'raised', 'acknowledged', 'snoozed', 'cleared', 'resolved', 'suspended'] as const),
];
export type AlarmState = (typeof alarmStates)[number];

/** An alarm as it stands. Times in Unix seconds. */
export interface Alarm {
  readonly state: AlarmState;
  readonly severity: AlertSeverity;
  /** How far up the chain of those who are asked, from 0 (the assignee) to `lastLevel`. */
  readonly level: number;
  /** False: the data stopped, and nobody knows whether it still holds. */
  readonly isJudged: boolean;
  /** Who acknowledged or snoozed it first; null while nobody has. */
  readonly by: string | null;
  /** When it goes on by itself: one level up, an acknowledgement lapses, a snooze is over. Null: never. */
  readonly dueAt: number | null;
}

/** What acknowledging, snoozing or ending an alarm changes, as it was before, and whether anybody knew then whether it held. */
export type AlarmBeforeAnswer = Pick<Alarm, 'state' | 'level' | 'by' | 'dueAt' | 'isJudged'>;

export type AlarmEvent =
  | { readonly kind: 'persisted' | 'cleared' | 'true_again' | 'data_stopped' | 'data_back' }
  | { readonly kind: 'acknowledged'; readonly by: string }
  | { readonly kind: 'snoozed'; readonly by: string; readonly seconds: number }
  /** Whoever acknowledged or snoozed it undoes that: it stands again as it did before. */
  | { readonly kind: 'undone'; readonly before: AlarmBeforeAnswer }
  /**
   * Whoever ended its action undoes that: it stands again as it did before, unless its condition has cleared meanwhile. `holds` null: unknown.
   * `isHeld`: the member is on hold now.
   */
  | { readonly kind: 'reopened'; readonly before: AlarmBeforeAnswer; readonly holds: boolean | null; readonly isHeld: boolean }
  /**
   * It was judged anew and holds. `worse`: than noted, or another rule holds as well (`isWorse`), and at least as severe as the alarm. `isNew`: another rule
   * has just begun to hold, at least as severe as the alarm.
   */
  | { readonly kind: 'still_true'; readonly worse: boolean; readonly isNew: boolean; readonly severity: AlertSeverity }
  /** The most severe of its rules holds no longer: from now on it is as severe as the worst that is left. */
  | { readonly kind: 'eased'; readonly severity: AlertSeverity }
  /** `dueAt` has passed, however long ago. Of a snooze: whether the condition still holds; null: unknown. */
  | { readonly kind: 'due'; readonly holds: boolean | null }
  /** `expired`: the time of its action is over and nobody has ended it. */
  | { readonly kind: 'intervened' | 'closed' | 'expired' | 'held' | 'released' };

export interface AlarmStep {
  readonly alarm: Alarm;
  /** Whether somebody is told now: those of the alarm's level. */
  readonly rings: boolean;
}

/** The steps of the chain: assignee, primary team, on call for the role, on-call md, all providers. The last repeats. */
export const lastLevel = 4;

/** Unanswered it goes one level up after so long; LOW never. Seconds. */
export const climbsAfterSeconds: Readonly<Record<AlertSeverity, number | null>> = { CRITICAL: 300, HIGH: 900, MEDIUM: 3_600, LOW: null };
/** An acknowledgement that nothing follows lapses after so long; LOW never. Seconds. */
export const acknowledgementLapsesSeconds: Readonly<Record<AlertSeverity, number | null>> = {
  ...{ CRITICAL: 1_800, HIGH: 7_200, MEDIUM: 28_800, LOW: null },
};
/** The longest snooze. Seconds. */
export const longestSnoozeSeconds: Readonly<Record<AlertSeverity, number>> = {
  ...{ CRITICAL: 900, HIGH: 3_600, MEDIUM: 14_400, LOW: 86_400 },
};

/** What becomes of an alarm: the one state machine, whoever caused the event. What says nothing to a state leaves it as it is. */
export function applyToAlarm(alarm: Alarm, event: AlarmEvent, nowSeconds: number): AlarmStep {
  const { state } = alarm;
  if (event.kind === 'reopened') return reopen(alarm, event, nowSeconds);
  if (state === 'resolved' || state === 'gone') return quiet(alarm);
  switch (event.kind) {
    case 'intervened':
    case 'closed':
      return quiet({ ...alarm, state: 'resolved', dueAt: null });
    case 'expired':
      return expire(alarm);
    case 'held':
      return quiet({ ...alarm, state: 'suspended', dueAt: null });
    case 'released':
      return quiet(state === 'suspended' ? { ...alarm, state: 'cleared', level: 0, by: null } : alarm);
  }
  if (state === 'suspended') return quiet(alarm);
  if (event.kind === 'undone') return undo(alarm, event.before, nowSeconds);
  if (state === 'pending' || state === 'gap') return whilePending(alarm, event, nowSeconds);
  if (event.kind === 'cleared') return quiet({ ...alarm, state: 'cleared', isJudged: true, by: null, dueAt: null });
  if (event.kind === 'data_back') return quiet({ ...alarm, isJudged: true });
  if (event.kind === 'eased') return quiet(ease(alarm, event.severity));
  switch (state) {
    case 'raised':
      return whileRaised(alarm, event, nowSeconds);
    case 'snoozed':
      return whileSnoozed(alarm, event, nowSeconds);
    case 'acknowledged':
      return whileAcknowledged(alarm, event, nowSeconds);
    case 'cleared':
      return event.kind === 'true_again' ? raise({ ...alarm, level: 0, isJudged: true }, nowSeconds) : quiet(alarm);
  }
}

const quiet = (alarm: Alarm): AlarmStep => ({ alarm, rings: false });
const after = (nowSeconds: number, seconds: number | null) => (seconds === null ? null : nowSeconds + seconds);

function raise(alarm: Alarm, nowSeconds: number): AlarmStep {
  const dueAt = after(nowSeconds, climbsAfterSeconds[alarm.severity]);
  return { alarm: { ...alarm, state: 'raised', by: null, dueAt }, rings: true };
}

/** Never more urgent by this. What it waits for is counted from when it began, at the pace of what is left; a snooze goes on. */
function ease(alarm: Alarm, severity: AlertSeverity): Alarm {
  const { state, dueAt } = alarm;
  if (
    (state !== 'raised' && state !== 'acknowledged' && state !== 'snoozed') ||
    severities.indexOf(severity) >= severities.indexOf(alarm.severity)
  )
    return alarm;
  if (state === 'snoozed' || dueAt === null) return { ...alarm, severity };
  const pace = state === 'raised' ? climbsAfterSeconds : acknowledgementLapsesSeconds;
  return { ...alarm, severity, dueAt: after(dueAt - (pace[alarm.severity] ?? 0), pace[severity]) };
}

/** However long it has been due: once, and one level. The time until the next counts from now. */
const oneLevelUp = (alarm: Alarm, nowSeconds: number) => raise({ ...alarm, level: Math.min(alarm.level + 1, lastLevel) }, nowSeconds);

/** A CRITICAL one never expires silently: those one level further up are told that its time is over, and that nobody ended it. */
function expire(alarm: Alarm): AlarmStep {
  const resolved: Alarm = { ...alarm, state: 'resolved', dueAt: null };
  if (alarm.severity !== 'CRITICAL' || alarm.state === 'suspended') return quiet(resolved);
  return { alarm: { ...resolved, level: Math.min(alarm.level + 1, lastLevel) }, rings: true };
}

const isDue = ({ dueAt }: Alarm, nowSeconds: number) => dueAt !== null && nowSeconds >= dueAt;

function whilePending(alarm: Alarm, event: AlarmEvent, nowSeconds: number): AlarmStep {
  switch (event.kind) {
    case 'persisted':
      return raise({ ...alarm, level: 0, isJudged: true }, nowSeconds);
    case 'cleared':
      return quiet({ ...alarm, state: 'gone', dueAt: null });
    case 'data_stopped':
      return quiet({ ...alarm, state: 'gap', isJudged: false, dueAt: null });
    case 'data_back':
      return quiet({ ...alarm, state: 'pending', isJudged: true });
    default:
      return quiet(alarm);
  }
}

function whileRaised(alarm: Alarm, event: AlarmEvent, nowSeconds: number): AlarmStep {
  switch (event.kind) {
    case 'acknowledged':
      return quiet(acknowledge(alarm, event.by, nowSeconds));
    case 'snoozed':
      return quiet(snooze(alarm, event, nowSeconds));
    case 'data_stopped':
      return quiet({ ...alarm, isJudged: false });
    case 'due':
      return isDue(alarm, nowSeconds) ? oneLevelUp(alarm, nowSeconds) : quiet(alarm);
    case 'still_true':
      return moreUrgent(alarm, event, nowSeconds);
    default:
      return quiet(alarm);
  }
}

/**
 * A raised alarm that becomes more urgent, or is about something else as well, is told of anew, to those who have it, and climbs at the pace of
 * its new severity.
 */
function moreUrgent(alarm: Alarm, { severity, isNew }: { severity: AlertSeverity; isNew: boolean }, nowSeconds: number): AlarmStep {
  const judged = { ...alarm, isJudged: true };
  return severity === alarm.severity && !isNew ? quiet(judged) : raise({ ...judged, severity }, nowSeconds);
}

function whileSnoozed(alarm: Alarm, event: AlarmEvent, nowSeconds: number): AlarmStep {
  switch (event.kind) {
    case 'acknowledged':
      return quiet(acknowledge(alarm, event.by, nowSeconds));
    case 'data_stopped':
      return raise({ ...alarm, isJudged: false }, nowSeconds);
    case 'still_true':
      return event.worse ? raise({ ...alarm, severity: event.severity, level: 0 }, nowSeconds) : quiet(alarm);
    case 'due':
      if (!isDue(alarm, nowSeconds)) return quiet(alarm);
      if (event.holds === false) return quiet({ ...alarm, state: 'cleared', by: null, dueAt: null });
      return raise({ ...alarm, isJudged: event.holds !== null }, nowSeconds);
    default:
      return quiet(alarm);
  }
}

function whileAcknowledged(alarm: Alarm, event: AlarmEvent, nowSeconds: number): AlarmStep {
  switch (event.kind) {
    case 'data_stopped':
      return quiet({ ...alarm, isJudged: false });
    case 'snoozed':
      // Who has it may put it off; put off by another it is unchanged, and names who has it.
      return quiet(event.by === alarm.by ? snooze(alarm, event, nowSeconds) : alarm);
    case 'still_true':
      return event.worse ? raise({ ...alarm, severity: event.severity, isJudged: true }, nowSeconds) : quiet({ ...alarm, isJudged: true });
    case 'due':
      return isDue(alarm, nowSeconds) ? oneLevelUp(alarm, nowSeconds) : quiet(alarm);
    default:
      // Acknowledged again by another: unchanged, and it names the first.
      return quiet(alarm);
  }
}

/**
 * Escalation resumes where it was: a step whose time passed meanwhile is due at once. A snooze is not resumed where the data have stopped
 * meanwhile, which would have ended it.
 */
function undo(alarm: Alarm, { isJudged, ...before }: AlarmBeforeAnswer, nowSeconds: number): AlarmStep {
  if (alarm.state !== 'acknowledged' && alarm.state !== 'snoozed') return quiet(alarm);
  const restored = { ...alarm, ...before };
  if (before.state === 'snoozed' && isJudged && !alarm.isJudged) return raise(restored, nowSeconds);
  return { alarm: restored, rings: before.state === 'raised' };
}

/** As an undo of an answer does; what has cleared meanwhile asks for nobody. */
function reopen(
  alarm: Alarm,
  { before: { isJudged: wasJudged, ...before }, holds, isHeld }: Extract<AlarmEvent, { kind: 'reopened' }>,
  nowSeconds: number,
): AlarmStep {
  if (alarm.state !== 'resolved') return quiet(alarm);
  const restored: Alarm = { ...alarm, ...before, isJudged: holds !== null };
  if (isHeld) return quiet({ ...restored, state: 'suspended', dueAt: null });
  if (holds === false || before.state === 'suspended') return quiet({ ...restored, state: 'cleared', by: null, dueAt: null });
  if (before.state === 'snoozed' && wasJudged && holds === null) return raise(restored, nowSeconds);
  return { alarm: restored, rings: before.state === 'raised' };
}

function acknowledge(alarm: Alarm, by: string, nowSeconds: number): Alarm {
  return { ...alarm, state: 'acknowledged', by, dueAt: after(nowSeconds, acknowledgementLapsesSeconds[alarm.severity]) };
}

function snooze(alarm: Alarm, { by, seconds }: { by: string; seconds: number }, nowSeconds: number): Alarm {
  return { ...alarm, state: 'snoozed', by, dueAt: nowSeconds + Math.min(seconds, longestSnoozeSeconds[alarm.severity]) };
}
