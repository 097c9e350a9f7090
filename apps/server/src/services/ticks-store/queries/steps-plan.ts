import type { Granularity } from '@vigil/domain/timeframe/granularity';
import { dayOf, hasWholeHours, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';

/** Where whole hours or days of an interval may be read: from a rollup in [fromMs, toMs), and beside it from the ticks. */
export interface RollupPart {
  readonly table: 'hour' | 'day';
  readonly fromMs: number;
  readonly toMs: number;
}

export interface PlanQuestion {
  readonly granularity: Granularity;
  readonly timeZone: string;
  /** The zone that the member's day rollups are kept in. */
  readonly memberTimeZone: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
  /** Rollups of the member are right before this moment; see `TickWriter.rolledUpUntilMs`. */
  readonly rolledUpUntilMs: number;
  /** Metrics whose days with data are to be counted. */
  readonly days: readonly string[];
}

const hourMs = 3_600_000;

/**
 * Which rollup answers exactly, and for which part: days when the asked zone is the one that they are kept in and a step
 * is at least a day; otherwise hours, where the zone's hours are UTC's hours; otherwise none. Null: read the ticks.
 */
export function rollupPart(question: PlanQuestion): RollupPart | null {
  const settledMs = settledUntil(question);
  if (question.granularity !== 'HOURLY' && question.timeZone === question.memberTimeZone) return wholeDays(question, settledMs);
  return wholeHours(question, settledMs);
}

/** The same without day rollups: for members whose day rollups turn out to be of more than one zone. */
export function hourRollupPart(question: PlanQuestion): RollupPart | null {
  return wholeHours(question, settledUntil(question));
}

/** A day is counted as far as it has come, which its rollup does not tell of the one under way. */
function settledUntil({ toMs, nowMs, rolledUpUntilMs, days, timeZone }: PlanQuestion): number {
  const countedUntilMs = days.length > 0 ? dayOf(nowMs / 1000, timeZone)[0] * 1000 : Number.POSITIVE_INFINITY;
  return Math.min(toMs, rolledUpUntilMs, countedUntilMs);
}

function wholeDays({ timeZone, fromMs }: PlanQuestion, untilMs: number): RollupPart | null {
  if (untilMs <= fromMs) return null;
  const day = startOfStep(fromMs / 1000, 'DAILY', timeZone);
  const first = day * 1000 === fromMs ? day : nextStep(day, 'DAILY', timeZone);
  return part('day', first * 1000, startOfStep(untilMs / 1000, 'DAILY', timeZone) * 1000);
}

function wholeHours({ timeZone, fromMs }: PlanQuestion, untilMs: number): RollupPart | null {
  if (untilMs <= fromMs || !hasWholeHours(timeZone, fromMs / 1000, untilMs / 1000)) return null;
  return part('hour', Math.ceil(fromMs / hourMs) * hourMs, Math.floor(untilMs / hourMs) * hourMs);
}

function part(table: RollupPart['table'], fromMs: number, toMs: number): RollupPart | null {
  return toMs > fromMs ? { table, fromMs, toMs } : null;
}
