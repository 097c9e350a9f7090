import { judge, type PreparedRule, type RuleState } from './decide.ts';
import { dueEvery, slotSeconds } from './rule.ts';
import type { SlotSeries } from './slots.ts';

/** Time without data is not yet "data stopped": a band syncs every quarter of an hour. Seconds. */
export const silenceSeconds = 1_800;
/** What arrives later than this begins nothing that is over by now, and a rule that begins to run looks back so far. Seconds. */
export const longestCatchUpSeconds = 86_400;

/** One rule for one member, with what it looks at and where it stands. */
export interface RunningRule {
  readonly prepared: PreparedRule;
  readonly readings: SlotSeries;
  readonly state: RuleState;
  /** Up to here `state` is of; a rule that begins to run has a day of its own before the others. Unix seconds. */
  readonly stateOf: number;
}

/** What is known of the reading that some rules are about. Unix seconds. */
export interface Subject {
  /** The ends of slots up to here have been judged. */
  readonly judgedUntil: number;
  /** Number of the slot of its newest reading; null where there is none. */
  readonly newestSlot: number | null;
  /** Number of the first slot after the present with a reading: of a device whose clock is ahead. Null where there is none. */
  readonly slotAhead: number | null;
  /** A reading that a person takes is judged as it comes; see `isJudgedAtOnce`. */
  readonly atOnce: boolean;
  /** What a band measures is part of it: of a slot that is over more may come with the next sync. */
  readonly fromBand: boolean;
  readonly nowSeconds: number;
}

/** What became of an alert. `persisted`: it was fired; `data_stopped`: it stands, and nothing is known of it any more. */
export type ChangeKind = 'persisted' | 'cleared' | 'data_stopped' | 'data_back';
export interface RuleChange {
  readonly kind: ChangeKind;
  /** The end of the slot that was judged. Unix seconds. */
  readonly at: number;
  /** Of which alert: when it was fired. */
  readonly firedAt: number;
}

export interface Advanced {
  /** The ends of slots up to here are judged for good: what arrives of them later rewrites nothing. */
  readonly judgedUntil: number;
  /** When they are to be looked at though nothing new arrives; null: nothing can change without new readings. Unix seconds. */
  readonly nextAt: number | null;
  /** In the order in which the rules were given. */
  readonly rules: readonly { readonly state: RuleState; readonly changes: readonly RuleChange[] }[];
}

/**
 * Whether a reading is judged as it comes, as at the end of its slot, rather than once the slot is over: a person who took it may
 * not wait five minutes for an answer. What is measured later within the same slot counts from the next slot on.
 */
export function isJudgedAtOnce({ rule }: PreparedRule): boolean {
  return rule.aggregate === 'latest' && rule.subject.kind === 'metric' && dueEvery(rule.subject.metric) === null;
}

/**
 * Judges the rules about one reading of one member as far as it is known, slot by slot from where they stood, with the decision that
 * a replay calls: up to the newest reading, and past it only through silence that is long enough and in which something changes.
 * Silence that changes nothing stays open, so that readings which come late are judged as if they had come in time.
 */
export function advance(rules: readonly RunningRule[], subject: Subject): Advanced {
  const arrived = Math.max(subject.judgedUntil, endOfReadings(subject));
  const { nowSeconds } = subject;
  const silentUntil = wholeSlots(nowSeconds - silenceSeconds);
  const heard = rules.map((rule) => walk({ rule, state: rule.state, changes: [], nowSeconds }, rule.stateOf, arrived));
  const after = slotAfter(heard, arrived, subject);
  const known = after !== null && after <= latestEnd(subject) ? after : arrived;
  const walked = heard.map((walker) => walk(walker, arrived, known));
  const judgedUntil = Math.max(known, ...walked.map((walker) => lastChangeInSilence(walker, known, silentUntil)));
  const ended = walked.map((walker) => walk(walker, known, judgedUntil));
  return {
    judgedUntil,
    nextAt: earliest([
      nextLook(ended, judgedUntil, silentUntil),
      after !== null && after > judgedUntil ? after - slotSeconds : null,
      subject.slotAhead === null ? null : subject.slotAhead * slotSeconds,
    ]),
    rules: ended.map(({ state, changes }) => ({ state, changes })),
  };
}

interface Walker {
  readonly rule: RunningRule;
  readonly state: RuleState;
  readonly changes: readonly RuleChange[];
  /** The present. Unix seconds. */
  readonly nowSeconds: number;
}

/** Where a rule stands at the end of a slot, given where it stood at the one before. */
function judgeAt({ rule, nowSeconds }: Walker, state: RuleState, at: number): RuleState {
  const next = judge(rule.prepared, rule.readings, state, at);
  const isAtRest = state.holdsSince === null && state.firedAt === null;
  const begins = isAtRest && (next.holdsSince !== null || next.firedAt !== null);
  return begins && !mayBegin(rule, at, nowSeconds) ? state : next;
}

/**
 * What is more than a day old begins nothing by itself: only what the window still holds at the present, and not before that. Else a
 * pressure of the day before yesterday, which a window of a day held yesterday, would ring now.
 */
function mayBegin(rule: Read, at: number, nowSeconds: number): boolean {
  const newestEnd = (rule.readings.firstSlot + newestSlotAt(rule, at) + 1) * slotSeconds;
  if (newestEnd > nowSeconds - longestCatchUpSeconds) return true;
  return at >= wholeSlots(nowSeconds - silenceSeconds) && windowHasReadings(rule, Math.max(at, wholeSlots(nowSeconds)));
}

const wholeSlots = (seconds: number) => Math.floor(seconds / slotSeconds) * slotSeconds;

/** Of a slot under way more readings may come, unless they are judged as they come. A device whose clock is ahead decides nothing before its time. */
function endOfReadings(subject: Subject): number {
  const { newestSlot, atOnce } = subject;
  return newestSlot === null ? 0 : Math.min((newestSlot + (atOnce ? 1 : 0)) * slotSeconds, latestEnd(subject));
}

const latestEnd = ({ atOnce, nowSeconds }: Subject) => wholeSlots(nowSeconds) + (atOnce ? slotSeconds : 0);

/**
 * What came into a slot that had been judged at once counts from the next slot on, which is judged as soon as it begins: where that
 * changes something, and where an alert stands, which may have become worse. Null: there is nothing to judge in it.
 */
function slotAfter(walkers: readonly Walker[], judgedUntil: number, { atOnce, fromBand, newestSlot }: Subject): number | null {
  if (!atOnce || fromBand || newestSlot === null) return null;
  const at = judgedUntil + slotSeconds;
  const isOfNewest = judgedUntil <= (newestSlot + 1) * slotSeconds;
  return walkers.some((walker) => (isOfNewest && walker.state.verdict === 'firing') || changesBy(walker, at)) ? at : null;
}

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function walk(walker: Walker, after: number, until: number): Walker {
  let { state } = walker;
  const changes = [...walker.changes];
  for (let at = after + slotSeconds; at <= until; at += slotSeconds) {
    const next = judgeAt(walker, state, at);
    if (next !== state) changes.push(...changesBetween(state, next, at));
    state = next;
  }
  return { ...walker, state, changes };
}

function changesBetween(before: RuleState, next: RuleState, at: number): RuleChange[] {
  if (before.firedAt === null) return next.firedAt === null ? [] : [{ kind: 'persisted', at, firedAt: next.firedAt }];
  const { firedAt } = before;
  if (next.firedAt === null) return [{ kind: 'cleared', at, firedAt }];
  if (before.verdict === next.verdict) return [];
  return [{ kind: next.verdict === 'unknown' ? 'data_stopped' : 'data_back', at, firedAt }];
}

/** Clear or unknown while no alert stands is the same to everybody who is told anything. */
function matters(before: RuleState, next: RuleState): boolean {
  if (before.holdsSince !== next.holdsSince || before.firedAt !== next.firedAt) return true;
  return before.firedAt !== null && before.verdict !== next.verdict;
}

const changesBy = (walker: Walker, at: number) => matters(walker.state, judgeAt(walker, walker.state, at));

function lastChangeInSilence(walker: Walker, known: number, silentUntil: number): number {
  let { state } = walker;
  let last = known;
  for (let at = known + slotSeconds; at <= silentUntil; at += slotSeconds) {
    const next = judgeAt(walker, state, at);
    if (matters(state, next)) last = at;
    state = next;
  }
  return last;
}

/**
 * A latest value that nothing is compared with stays what it is: with no alert and none in sight, silence changes nothing. What came
 * into a slot that had been judged is in sight.
 */
function isInert(walker: Walker, judgedUntil: number): boolean {
  const { rule, state } = walker;
  if (state.holdsSince !== null || state.firedAt !== null) return false;
  const { rule: definition, baseline } = rule.prepared;
  return definition.aggregate === 'latest' && baseline === null && !changesBy(walker, judgedUntil + slotSeconds);
}

function nextLook(walkers: readonly Walker[], judgedUntil: number, silentUntil: number): number | null {
  const lively = walkers.filter((walker) => !isInert(walker, judgedUntil));
  if (lively.length === 0) return null;
  // Readings usually come before it is due, and nothing is worked out in vain.
  if (judgedUntil >= silentUntil) return hasReadings(lively, judgedUntil) ? judgedUntil + slotSeconds + silenceSeconds : null;
  return earliest(lively.map((walker) => nextChange(walker, judgedUntil, silentUntil)));
}

/** When silence goes on: the next moment at which something changes, looked for a day ahead. */
function nextChange(walker: Walker, judgedUntil: number, silentUntil: number): number | null {
  const { rule, nowSeconds } = walker;
  let { state } = walker;
  const last = silentUntil + longestCatchUpSeconds;
  for (let at = judgedUntil + slotSeconds; at <= last; at += slotSeconds) {
    if (!windowHasReadings(rule, at) && state.holdsSince === null && (state.firedAt === null || state.verdict === 'unknown')) return null;
    const next = judgeAt(walker, state, at);
    if (at > silentUntil && matters(state, next)) return at + silenceSeconds;
    state = next;
  }
  return nowSeconds + longestCatchUpSeconds;
}

const hasReadings = (walkers: readonly Walker[], at: number) => walkers.some(({ rule }) => windowHasReadings(rule, at));

type Read = Pick<RunningRule, 'prepared' | 'readings'>;

function windowHasReadings(rule: Read, at: number): boolean {
  const newest = newestSlotAt(rule, at);
  return newest >= 0 && newest >= at / slotSeconds - rule.readings.firstSlot - rule.prepared.windowSlots;
}

/** The newest slot with readings before a moment, counted from the first of the series; −1: there is none. */
function newestSlotAt({ readings }: Read, at: number): number {
  return readings.newest[Math.min(at / slotSeconds - readings.firstSlot, readings.length) - 1] ?? -1;
}
