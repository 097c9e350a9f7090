import { parseTimeframe, type Timeframe } from '../timeframe/timeframe.ts';
import { type ReadDifference, typedDifference } from './difference.ts';
import { oncePerRule } from './once-per-rule.ts';
import { type AlertRule, digitsOf, dueEvery, isCountedByBand, slotSeconds } from './rule.ts';
import type { SlotSeries } from './slots.ts';

/** What a window and its baseline come to at a moment. */
export interface Observation {
  /** What is held against the level, rounded as it is read; null: unknown. */
  readonly measured: number | null;
  /** What the window's readings come to: their mean, the latest of them or their sum; null below the least coverage. */
  readonly average: number | null;
  /** The mean of the window's readings, also where the rule goes by the latest of them; of a sum that itself. Null as `average` is. */
  readonly mean: number | null;
  /** The mean of the baseline; null where the rule has none, or where too few of its days have readings. */
  readonly baseline: number | null;
  /** Share of the window that readings account for. */
  readonly coverage: number;
}

/** `firing`: the alert stands. `pending`: the condition holds, not yet for long enough. `unknown`: it cannot be judged. */
export type Verdict = 'clear' | 'pending' | 'firing' | 'unknown';

/** Where a rule stands for one member. Unix seconds. */
export interface RuleState {
  readonly verdict: Verdict;
  /** Since when the condition has held without a break; null while it does not hold or is unknown. */
  readonly holdsSince: number | null;
  /** When the alert that stands was fired; it outlives a time without data. Null: none stands. */
  readonly firedAt: number | null;
}

export const noState: RuleState = { verdict: 'unknown', holdsSince: null, firedAt: null };

/** A rule made ready for many judgements. */
export interface PreparedRule {
  /** With its levels as they are held against what is read. */
  readonly rule: AlertRule;
  readonly windowSlots: number;
  /** Ends of the baseline before the moment, in slots; null without one. */
  readonly baseline: { readonly from: number; readonly to: number } | null;
  /** 10 to the number of digits that are read. */
  readonly scale: number;
  /** Where the level of a difference was typed in another unit: the difference of what reads in that unit. */
  readonly readDifference: ReadDifference | null;
  readonly countsCoverage: boolean;
  /** What a band counts: the time for which it was worn accounts for a window, also where nothing was counted. */
  readonly countsWorn: boolean;
  /** It goes by the latest of what a person takes, who may take it again within minutes: each reading counts. */
  readonly judgesEach: boolean;
}

const slotsADay = 86_400 / slotSeconds;

/** Throws RangeError for a rule whose timeframes cannot be read: see `faultsOfRule`. */
export const prepareRule = oncePerRule((rule): PreparedRule => {
  const window = parsed(rule.window);
  const windowSlots = window.lengthSeconds / slotSeconds;
  const metric = rule.subject.kind === 'metric' ? rule.subject.metric : null;
  const countsWorn = metric !== null && isCountedByBand(metric);
  const countsCoverage = countsWorn || (metric !== null && dueEvery(metric) !== null);
  const judgesEach = rule.aggregate === 'latest' && metric !== null && dueEvery(metric) === null;
  const readDifference = typedDifference(rule);
  const judged = readDifference ? rule : { ...rule, level: levelAsRead(rule, rule.level), clearing: levelAsRead(rule, rule.clearing) };
  return {
    rule: judged,
    windowSlots,
    baseline: baselineSlots(rule, window),
    scale: 10 ** digitsOf(rule),
    readDifference,
    countsCoverage,
    countsWorn,
    judgesEach,
  };
});

function baselineSlots({ baseline, against }: AlertRule, window: Timeframe): PreparedRule['baseline'] {
  if (against === 'value' || baseline === null) return null;
  const { lengthSeconds, shiftSeconds } = parsed(baseline);
  // One without a shift of its own ends where the window begins (specification, validation rules).
  const to = (shiftSeconds > 0 ? shiftSeconds : window.lengthSeconds) / slotSeconds;
  return { from: to + lengthSeconds / slotSeconds, to };
}

function parsed(text: string): Timeframe {
  const timeframe = parseTimeframe(text);
  if (!timeframe) throw new RangeError(`Not a timeframe: ${text}`);
  return timeframe;
}

/**
 * The one decision about a rule: what is known of the readings up to `nowSeconds` (the end of a slot), where the rule stood at
 * the slot before, and where it stands now. The live run and the backtest both call it, slot by slot, and nothing else decides.
 */
export function judge(prepared: PreparedRule, readings: SlotSeries, previous: RuleState, nowSeconds: number): RuleState {
  const { rule, judgesEach } = prepared;
  const judged = (state: RuleState, among: Among) => decide(rule, measuredAt(prepared, readings, nowSeconds, among), state, nowSeconds);
  // Of two readings within five minutes the second one neither hides the first nor is hidden by it: what is beyond the level fires, and
  // what is not breaks a condition that has to hold for a while.
  return judgesEach && rule.persistMinutes > 0 ? judged(judged(previous, 'inmost'), 'last') : judged(previous, decisive(prepared));
}

/** Which reading of the slot that has just ended. Outmost: the highest for a rule about high values, the lowest for one about low ones. */
type Among = 'last' | 'outmost' | 'inmost';

const decisive = ({ judgesEach, rule }: PreparedRule): Among => (judgesEach && rule.persistMinutes === 0 ? 'outmost' : 'last');

function measuredAt(prepared: PreparedRule, readings: SlotSeries, nowSeconds: number, among: Among): number | null {
  const end = endOf(readings, nowSeconds);
  const average = averageOf(prepared, readings, end, among);
  return measuredOf(prepared, average, baselineOf(prepared, readings, end, average));
}

/** Where a rule stands, given what was measured; null when that is unknown. */
export function decide(rule: AlertRule, measured: number | null, previous: RuleState, nowSeconds: number): RuleState {
  // An alert that stands is neither true nor over while nothing is known of it; a condition that was waiting begins anew.
  if (measured === null) return state(previous, 'unknown', null, previous.firedAt);
  const { direction, level, clearing, persistMinutes } = rule;
  const holds = direction === 'at_least' ? measured >= level : measured <= level;
  if (previous.firedAt !== null) {
    const isOver = !holds && (direction === 'at_least' ? measured < clearing : measured > clearing);
    if (isOver) return state(previous, 'clear', null, null);
    return state(previous, 'firing', holds ? (previous.holdsSince ?? nowSeconds) : null, previous.firedAt);
  }
  if (!holds) return state(previous, 'clear', null, null);
  const holdsSince = previous.holdsSince ?? nowSeconds;
  if (nowSeconds - holdsSince < persistMinutes * 60) return state(previous, 'pending', holdsSince, null);
  return state(previous, 'firing', holdsSince, nowSeconds);
}

/** The previous state itself where nothing has changed: a replay judges millions of times. */
function state(previous: RuleState, verdict: Verdict, holdsSince: number | null, firedAt: number | null): RuleState {
  if (previous.verdict === verdict && previous.holdsSince === holdsSince && previous.firedAt === firedAt) return previous;
  return { verdict, holdsSince, firedAt };
}

/** What the readings before `nowSeconds` come to: what an alert keeps as evidence. Those of the slot under way are not looked at. */
export function observe(prepared: PreparedRule, readings: SlotSeries, nowSeconds: number): Observation {
  const end = endOf(readings, nowSeconds);
  const average = averageOf(prepared, readings, end, decisive(prepared));
  const baseline = baselineOf(prepared, readings, end, average);
  const mean = average === null ? null : meanOf(prepared, readings, end, average);
  return { measured: measuredOf(prepared, average, baseline), average, mean, baseline, coverage: coverageOf(prepared, readings, end) };
}

const endOf = ({ firstSlot }: SlotSeries, nowSeconds: number): number => Math.floor(nowSeconds / slotSeconds) - firstSlot;

/** Share of the window before the slot `end` that readings account for. */
function coverageOf(
  { windowSlots, countsCoverage, countsWorn }: PreparedRule,
  { counts, vouched, length }: SlotSeries,
  end: number,
): number {
  const from = Math.max(0, end - windowSlots);
  const to = Math.min(end, length);
  if (to <= from || (!countsWorn && counts[to] === counts[from])) return 0;
  return countsCoverage ? ((vouched[to] ?? 0) - (vouched[from] ?? 0)) / windowSlots : 1;
}

function averageOf(prepared: PreparedRule, readings: SlotSeries, end: number, among: Among): number | null {
  const { rule, windowSlots } = prepared;
  const coverage = coverageOf(prepared, readings, end);
  if (coverage === 0 || coverage < rule.leastCoverage) return null;
  const { counts, totals, length } = readings;
  const from = Math.max(0, end - windowSlots);
  const to = Math.min(end, length);
  if (rule.aggregate === 'latest') return latestOf(readings, to - 1, extremeFor(rule, among));
  const total = (totals[to] ?? 0) - (totals[from] ?? 0);
  return rule.aggregate === 'total' ? total : total / ((counts[to] ?? 0) - (counts[from] ?? 0));
}

/** Of the newest slot up to `at` that has readings: the last of them, or where that is the slot `at` itself the one asked for. */
function latestOf({ lasts, highs, lows, newest }: SlotSeries, at: number, which: 'last' | 'high' | 'low'): number | null {
  const slot = newest[at] ?? -1;
  const values = which === 'last' || slot !== at ? lasts : which === 'high' ? highs : lows;
  return values[slot] ?? null;
}

function extremeFor(rule: AlertRule, among: Among): 'last' | 'high' | 'low' {
  if (among === 'last') return 'last';
  return (rule.direction === 'at_least') === (among === 'outmost') ? 'high' : 'low';
}

function meanOf({ rule, windowSlots }: PreparedRule, { counts, totals, length }: SlotSeries, end: number, average: number): number {
  if (rule.aggregate !== 'latest') return average;
  const [from, to] = [Math.max(0, end - windowSlots), Math.min(end, length)];
  return ((totals[to] ?? 0) - (totals[from] ?? 0)) / ((counts[to] ?? 0) - (counts[from] ?? 0));
}

function measuredOf(prepared: PreparedRule, average: number | null, baseline: number | null): number | null {
  if (average === null) return null;
  if (prepared.baseline === null) return told(average, prepared.scale);
  return baseline === null ? null : compared(prepared, average, baseline);
}

/** A baseline is one when at least a quarter of its days have readings: of 28 days seven, as the anomaly score has it. */
const leastShareOfDays = 0.25;

/** The mean of the baseline of a window that is known. */
function baselineOf(
  prepared: PreparedRule,
  { counts, totals, vouched, length }: SlotSeries,
  end: number,
  average: number | null,
): number | null {
  const { baseline, rule, windowSlots, countsWorn } = prepared;
  if (baseline === null || average === null) return null;
  const from = Math.max(0, end - baseline.from);
  const to = Math.min(end - baseline.to, length);
  if (to <= from) return null;
  const count = (counts[to] ?? 0) - (counts[from] ?? 0);
  if (count === 0) return null;
  const days = Math.ceil((baseline.from - baseline.to) / slotsADay);
  let withReadings = 0;
  for (let last = to; last > from; last -= slotsADay)
    if ((counts[last] ?? 0) > (counts[Math.max(from, last - slotsADay)] ?? 0)) withReadings++;
  if (withReadings < Math.max(1, Math.ceil(days * leastShareOfDays))) return null;
  const total = (totals[to] ?? 0) - (totals[from] ?? 0);
  if (rule.aggregate !== 'total') return total / count;
  const slotsOf = (start: number, last: number) => (vouched[last] ?? 0) - (vouched[start] ?? 0);
  // What a band counts is compared with what comes to in as much time of being worn.
  if (countsWorn) return (total / slotsOf(from, to)) * slotsOf(Math.max(0, end - windowSlots), Math.min(end, length));
  // Any other count with what a window of the days that have any comes to.
  return (total / (withReadings * slotsADay)) * windowSlots;
}

function compared({ rule, scale, readDifference }: PreparedRule, average: number, baseline: number): number | null {
  if (rule.against === 'percent') return baseline === 0 ? null : told((average / baseline - 1) * 100, scale);
  if (readDifference) return readDifference(average, baseline);
  // Of what is read, so that nobody who subtracts finds another number.
  return told(told(average, scale) - told(baseline, scale), scale);
}

/** What a sum's last digits may be off by: it must not decide which way a half is rounded. */
const dust = 1e-7;

/** What a window's readings came to as it is read: rounded half up to the digits of what the rule is about. */
export const averageAsRead = ({ subject }: Pick<AlertRule, 'subject'>, average: number): number =>
  told(average, 10 ** digitsOf({ subject, against: 'value' }));

/**
 * A level with the digits of what is held against it. One that was typed in another unit has more: 95.1 °F are 35.0556 °C, and a reading of
 * 95.1 °F is read as 35.1. So a reading that is the level is never missed; one that is a digit short of it in the finer unit may count.
 */
export const levelAsRead = (rule: Pick<AlertRule, 'subject' | 'against'>, level: number): number =>
  rule.subject.kind === 'metric' ? told(level, 10 ** digitsOf(rule)) : level;

/** Whether a value that somebody measured is at or beyond the level of a rule about the value itself. */
export const isBeyondLevel = (rule: AlertRule, value: number): boolean =>
  rule.direction === 'at_least'
    ? averageAsRead(rule, value) >= levelAsRead(rule, rule.level)
    : averageAsRead(rule, value) <= levelAsRead(rule, rule.level);

/**
 * Whether one reading is itself at or beyond what a rule about it asks for. `baseline`: the mean that it is compared with, by a rule that
 * compares; nothing is beyond one that is not known.
 */
export function isBeyondLimit(rule: AlertRule, value: number, baseline: number | null): boolean {
  if (rule.against === 'value') return isBeyondLevel(rule, value);
  const prepared = prepareRule(rule);
  const measured = baseline === null ? null : compared(prepared, value, baseline);
  if (measured === null) return false;
  const { level } = prepared.rule;
  return rule.direction === 'at_least' ? measured >= level : measured <= level;
}

/** Rounded half up, as published limits are read; `scale` is 10 to the number of digits. */
function told(value: number, scale: number): number {
  const rounded = Math.floor(value * scale + 0.5 + dust) / scale;
  return rounded === 0 ? 0 : rounded;
}
