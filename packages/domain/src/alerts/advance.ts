import { changesSince, type RuleChange, type Told } from './changes.ts';
import { judge, type PreparedRule, type RuleState } from './decide.ts';
import { slotSeconds } from './rule.ts';
import type { SlotSeries } from './slots.ts';
import { isAtRest, isStep, stateAt, type Trail, type TrailStep, trailSince, trailUntil } from './trail.ts';

/** Time without data is not yet "data stopped": a band syncs every quarter of an hour. Seconds. */
export const silenceSeconds = 1_800;
/** What arrives later than this begins nothing that is over by now, and a rule that begins to run looks back so far. Seconds. */
export const longestCatchUpSeconds = 86_400;

/** One rule for one member, with what it looks at and what was told of it. */
export interface RunningRule {
  readonly prepared: PreparedRule;
  readonly readings: SlotSeries;
  readonly told: Told;
  /** It is judged from here on: from where it stood then. A rule that begins to run has a day of its own before the others. Unix seconds. */
  readonly fromSeconds: number;
}

/** What is known of the reading that some rules are about. Unix seconds. */
export interface Subject {
  /** The ends of slots up to here have been judged, and nothing of them has arrived since. */
  readonly judgedUntil: number;
  /** Number of the slot of its newest reading; null where there is none. */
  readonly newestSlot: number | null;
  /** Number of the first slot after the present with a reading: of a device whose clock is ahead. Null where there is none. */
  readonly slotAhead: number | null;
  /** A reading that a person takes is judged as it comes; see `isJudgedAtOnce`. */
  readonly atOnce: boolean;
  readonly nowSeconds: number;
}

export interface AdvancedRule {
  readonly state: RuleState;
  readonly trail: Trail;
  readonly changes: readonly RuleChange[];
}

export interface Advanced {
  /** The ends of slots up to here are judged, until something of them arrives. */
  readonly judgedUntil: number;
  /** When they are to be looked at though nothing new arrives; null: nothing can change without new readings. Unix seconds. */
  readonly nextAt: number | null;
  /** In the order in which the rules were given. */
  readonly rules: readonly AdvancedRule[];
}

/**
 * Whether a reading is judged as it comes, as at the end of its slot, rather than once the slot is over: a person who took it may
 * not wait five minutes for an answer. Another one within the same slot judges the slot anew, with both.
 */
export const isJudgedAtOnce = ({ judgesEach }: PreparedRule): boolean => judgesEach;

/** Nothing before this is judged any more. Unix seconds, a multiple of a slot. */
export const earliestJudged = (nowSeconds: number): number => wholeSlots(nowSeconds - longestCatchUpSeconds);

/** From where on a subject is judged: where it was judged to, or the slot of the earliest reading that has arrived since. Unix seconds. */
export const judgedFrom = (judgedUntil: number, arrivedSeconds: number, nowSeconds: number): number =>
  Math.max(Math.min(judgedUntil, wholeSlots(arrivedSeconds)), earliestJudged(nowSeconds));

/**
 * Judges the rules about one reading of one member as far as it is known, slot by slot, with the decision that a replay calls: up to the
 * newest reading, and past it only through silence that is long enough and in which something changes.
 *
 * What was judged is judged anew from the first slot of which something has arrived since (`fromSeconds`), each rule from where it stood
 * before that slot: so late readings are judged as if they had come in time, whatever this or any other rule made of their absence.
 */
export function advance(rules: readonly RunningRule[], subject: Subject): Advanced {
  const known = Math.max(subject.judgedUntil, endOfReadings(subject));
  const { nowSeconds } = subject;
  const silentUntil = wholeSlots(nowSeconds - silenceSeconds);
  const heard = rules.map((rule) => walk(walkerOf(rule, nowSeconds), rule.fromSeconds, known));
  const judgedUntil = Math.max(known, ...heard.map((walker) => lastChangeInSilence(walker, known, silentUntil)));
  const ended = heard.map((walker) => walk(walker, known, judgedUntil));
  return {
    judgedUntil,
    nextAt: earliest([nextLook(ended, judgedUntil, silentUntil), subject.slotAhead === null ? null : subject.slotAhead * slotSeconds]),
    rules: ended.map(({ rule, state, steps }) => {
      const trail = trailSince(steps, earliestJudged(nowSeconds));
      return { state, trail, changes: changesSince(rule.told, steps, judgedUntil) };
    }),
  };
}

interface Walker {
  readonly rule: RunningRule;
  readonly state: RuleState;
  readonly steps: Trail;
  /** The present. Unix seconds. */
  readonly nowSeconds: number;
}

function walkerOf(rule: RunningRule, nowSeconds: number): Walker {
  const { told, fromSeconds } = rule;
  return { rule, nowSeconds, state: stateAt(told.trail, fromSeconds), steps: trailUntil(told.trail, fromSeconds) };
}

/** Where a rule stands at the end of a slot, given where it stood at the one before. */
function judgeAt({ rule, nowSeconds }: Walker, state: RuleState, at: number): RuleState {
  const next = judge(rule.prepared, rule.readings, state, at);
  return isAtRest(state) && !isAtRest(next) && !mayBegin(rule, at, nowSeconds) ? state : next;
}

/**
 * What is more than a day old begins nothing by itself: only what the window still holds at the present, and not before that. Else a
 * pressure of the day before yesterday, which a window of a day held yesterday, would ring now.
 */
function mayBegin(rule: RunningRule, at: number, nowSeconds: number): boolean {
  if (isKnownWithin(rule, nowSeconds - longestCatchUpSeconds, at)) return true;
  // What had begun in time goes on having begun where it is judged anew.
  if (!isAtRest(stateAt(rule.told.trail, at))) return true;
  return at >= wholeSlots(nowSeconds - silenceSeconds) && isWindowKnown(rule, Math.max(at, wholeSlots(nowSeconds)));
}

const wholeSlots = (seconds: number) => Math.floor(seconds / slotSeconds) * slotSeconds;

/** Of a slot under way more readings may come, unless they are judged as they come. A device whose clock is ahead decides nothing before its time. */
function endOfReadings(subject: Subject): number {
  const { newestSlot, atOnce } = subject;
  return newestSlot === null ? 0 : Math.min((newestSlot + (atOnce ? 1 : 0)) * slotSeconds, latestEnd(subject));
}

const latestEnd = ({ atOnce, nowSeconds }: Subject) => wholeSlots(nowSeconds) + (atOnce ? slotSeconds : 0);

function earliest(moments: readonly (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function walk(walker: Walker, after: number, until: number): Walker {
  let { state } = walker;
  const found: TrailStep[] = [];
  for (let at = after + slotSeconds; at <= until; at += slotSeconds) {
    const next = judgeAt(walker, state, at);
    if (isStep(state, next)) found.push({ at, ...next });
    state = next;
  }
  return { ...walker, state, steps: found.length === 0 ? walker.steps : [...walker.steps, ...found] };
}

function lastChangeInSilence(walker: Walker, known: number, silentUntil: number): number {
  let { state } = walker;
  let last = known;
  for (let at = known + slotSeconds; at <= silentUntil; at += slotSeconds) {
    const next = judgeAt(walker, state, at);
    if (isStep(state, next)) last = at;
    state = next;
  }
  return last;
}

/**
 * A latest value that nothing is compared with stays what it is: with no alert and none in sight, silence changes nothing. NEWS2 is no
 * such value: the hour that the band was worn last goes on.
 */
function isInert({ rule, state }: Walker): boolean {
  const { aggregate, subject } = rule.prepared.rule;
  const goesOn = subject.kind === 'score' && subject.score === 'news2';
  return isAtRest(state) && aggregate === 'latest' && rule.prepared.baseline === null && !goesOn;
}

function nextLook(walkers: readonly Walker[], judgedUntil: number, silentUntil: number): number | null {
  const lively = walkers.filter((walker) => !isInert(walker));
  if (lively.length === 0) return null;
  // Readings usually come before it is due, and nothing is worked out in vain.
  if (judgedUntil >= silentUntil)
    return lively.some(({ rule }) => isWindowKnown(rule, judgedUntil)) ? judgedUntil + slotSeconds + silenceSeconds : null;
  return earliest(lively.map((walker) => nextChange(walker, judgedUntil, silentUntil)));
}

/** When silence goes on: the next moment at which something changes, looked for a day ahead. */
function nextChange(walker: Walker, judgedUntil: number, silentUntil: number): number | null {
  const { rule, nowSeconds } = walker;
  let { state } = walker;
  const last = silentUntil + longestCatchUpSeconds;
  for (let at = judgedUntil + slotSeconds; at <= last; at += slotSeconds) {
    if (!isWindowKnown(rule, at) && state.holdsSince === null && (state.firedAt === null || state.verdict === 'unknown')) return null;
    const next = judgeAt(walker, state, at);
    if (at > silentUntil && isStep(state, next)) return at + silenceSeconds;
    state = next;
  }
  return nowSeconds + longestCatchUpSeconds;
}

type Read = Pick<RunningRule, 'prepared' | 'readings'>;

const isWindowKnown = (rule: Read, at: number) => isKnownWithin(rule, at - rule.prepared.windowSlots * slotSeconds, at);

/** Whether there is a reading in the slots of [from, to), or what a band counts is known to have been none. */
function isKnownWithin({ prepared, readings: { firstSlot, length, counts, vouched } }: Read, from: number, to: number): boolean {
  const [first, last] = [from, to].map((at) => Math.max(0, Math.min(Math.floor(at / slotSeconds) - firstSlot, length))) as [number, number];
  const grows = (sums: ArrayLike<number>) => (sums[last] ?? 0) > (sums[first] ?? 0);
  return grows(counts) || (prepared.countsWorn && grows(vouched));
}
