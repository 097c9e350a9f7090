import { movementTime, type SteppingMinutes } from '@vigil/domain/movement/movement-time';
import { bandStateCodes } from '@vigil/domain/status/band-state';
import { nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { intervalMs } from '#services/ticks-store/index.ts';
import type { Fact } from './facts.ts';
import type { Findings } from './findings.ts';
import { type FactsDeps, type FactsQuestion, readBand, sleepsAround } from './sources.ts';

interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Active and idle time of each step that has counts of steps; nothing is asked when no fact is of them. */
export async function readMovement(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Findings['movement']> {
  const asked = new Set(facts.flatMap((fact) => (fact.kind === 'movement' ? [fact.state] : [])));
  if (asked.size === 0) return [];
  const { tenantId, userId, from, to, granularity, timeZone } = question;
  const [quarters, awake] = await Promise.all([
    deps.ticks.steppingMinutes({ tenantId, userId, ...intervalMs(from, to, 'to_ts') }),
    asked.has('idle') ? readWornAwake(deps, question) : [],
  ]);
  const steps = new Map<number, { readonly end: number; minutes: SteppingMinutes }>();
  let [start, end] = [Number.NaN, Number.NEGATIVE_INFINITY];
  for (const { start: at, ...minutes } of quarters) {
    if (at >= end) {
      // The quarter that the stretch begins within begins before it.
      start = startOfStep(Math.max(at, from), granularity, timeZone);
      end = nextStep(start, granularity, timeZone);
    }
    const step = steps.get(start);
    if (step) step.minutes = added(step.minutes, minutes);
    else steps.set(start, { end, minutes });
  }
  return [...steps].map(([begin, step]) => {
    const known = awake.length > 0 ? secondsWithin(awake, Math.max(begin, from), Math.min(step.end, to)) : null;
    const { activeSeconds, idleSeconds } = movementTime(step.minutes, known);
    return { start: begin, end: step.end, active: activeSeconds, idle: idleSeconds };
  });
}

/** When the band is known to have been on the wrist of somebody awake, in order of time. */
async function readWornAwake(deps: FactsDeps, question: FactsQuestion): Promise<Interval[]> {
  const [band, sleeps] = await Promise.all([readBand(deps, question), sleepsAround(deps, question, question.from, question.to)]);
  const worn = band.filter(({ value }) => value === bandStateCodes.wearing);
  const asleep = sleeps.map(({ onset, end }) => ({ start: onset, end }));
  return worn.flatMap((interval) => without(interval, asleep));
}

/** What is left of an interval. `others` in order of time, without overlap. */
function without({ start, end }: Interval, others: readonly Interval[]): Interval[] {
  const left: Interval[] = [];
  let from = start;
  for (const other of others) {
    if (other.end <= from || other.start >= end) continue;
    if (other.start > from) left.push({ start: from, end: other.start });
    from = Math.max(from, other.end);
  }
  if (from < end) left.push({ start: from, end });
  return left;
}

/** Null where nothing is known. */
function secondsWithin(intervals: readonly Interval[], from: number, to: number): number | null {
  const inside = intervals.filter(({ start, end }) => end > from && start < to);
  return inside.length === 0 ? null : inside.reduce((sum, { start, end }) => sum + Math.min(end, to) - Math.max(start, from), 0);
}

function added(one: SteppingMinutes, other: SteppingMinutes): SteppingMinutes {
  return {
    ...{ counted: one.counted + other.counted, stepping: one.stepping + other.stepping },
    ...{ active: one.active + other.active, impossible: one.impossible + other.impossible },
  };
}
