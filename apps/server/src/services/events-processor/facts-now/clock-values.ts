import type { ClockFact } from '@vigil/domain/facts/fact';
import { type TimesOfDay, weekdays, windowDays } from '@vigil/domain/facts/time-of-day';
import { calendarDay, momentOfDay, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import type { StepFigures } from '#services/ticks-store/index.ts';
import { isReduction } from '../facts.ts';

import { type FactsDeps, type Stretch, stepsOf } from '../sources.ts';
import { meanOfParts, type Part, reduced } from '../step-figures.ts';
import { type FactNow, valueOr } from './answer.ts';

/** A stretch of the clock as far as it has come. Unix seconds. */
interface Span {
  readonly start: number;
  readonly end: number;
  /** How much of a whole stretch (of an hour, where it is cut into hours) that is: 1, or less. */
  readonly share: number;
}

/**
 * What a metric is at times of the day over the days of a window, which end with today. A stretch over midnight belongs to the day
 * on which it begins; one that is under way counts as far as it has come, as part of a stretch where something is counted. Whole hours
 * come from the rollup, and everything else, with every median, from the ticks.
 */
export async function clockValue(deps: FactsDeps, { tenantId, userId, timeZone, to: now }: Stretch, fact: ClockFact): Promise<FactNow> {
  const spans = spansOf(fact, timeZone, now);
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return { missing: 'no-data' };
  const member = { tenantId, userId, timeZone, from: first.start, to: last.end };
  const inHours = fact.times.fromMinute % 60 === 0 && fact.times.toMinute % 60 === 0 && fact.statistic !== 'median';
  return valueOr(valueOfGroups(fact, inHours ? await fromHours(deps, member, fact, spans) : await fromTicks(deps, member, fact, spans)));
}

/** The stretches of a window, in order of time. */
function spansOf({ times, weekday, window }: ClockFact, timeZone: string, now: number): Span[] {
  const today = calendarDay(now, timeZone);
  const spans: Span[] = [];
  for (let day = today - windowDays[window] + 1; day <= today; day++) {
    // 1970-01-01, day 0, was a Thursday.
    if (weekday !== null && weekdays[(((day + 3) % 7) + 7) % 7] !== weekday) continue;
    const { start, end } = spanOf(day, times, timeZone);
    if (start >= now || end <= start) continue;
    const until = Math.min(end, now);
    spans.push({ start, end: until, share: (until - start) / (end - start) });
  }
  return spans;
}

function spanOf(day: number, { fromMinute, toMinute }: TimesOfDay, timeZone: string): Omit<Span, 'share'> {
  const endsOn = toMinute > fromMinute ? day : day + 1;
  return { start: momentOfDay(day, fromMinute, timeZone), end: momentOfDay(endsOn, toMinute, timeZone) };
}

type Figures = Part & Pick<StepFigures, 'low' | 'high' | 'median'>;

/** What the hours that lie in the stretches say, stretch by stretch, or for hourly means hour by hour. */
async function fromHours(deps: FactsDeps, member: Stretch, fact: ClockFact, spans: readonly Span[]): Promise<Figures[]> {
  const { steps } = await deps.ticks.steps({
    ...(await stepsOf(deps, member, 'HOURLY')),
    ...{
      metrics: [fact.metric],
      extremes: fact.statistic === 'min' || fact.statistic === 'max',
      medians: [],
      days: [],
      movingAverages: [],
    },
  });
  let at = 0;
  const inSpans = (steps.get(fact.metric) ?? []).flatMap((hour) => {
    while ((spans[at]?.end ?? Number.POSITIVE_INFINITY) <= hour.start) at++;
    return hour.start >= (spans[at]?.start ?? Number.POSITIVE_INFINITY) ? [{ span: at, hour }] : [];
  });
  if (fact.statistic === 'hourly_mean')
    return inSpans.map(({ hour }) => ({ ...hour, share: (Math.min(hour.end, member.to) - hour.start) / (hour.end - hour.start) }));
  return [...Map.groupBy(inSpans, ({ span }) => span)].map(([span, ofSpan]) => ({
    ...added(ofSpan.map(({ hour }) => hour)),
    share: spans[span]?.share ?? 1,
  }));
}

async function fromTicks(deps: FactsDeps, member: Stretch, fact: ClockFact, spans: readonly Span[]): Promise<Figures[]> {
  const pieces = fact.statistic === 'hourly_mean' ? spans.flatMap((span) => hoursOf(span, member.timeZone)) : spans;
  const { tenantId, userId } = member;
  const group = (span: Span) => (fact.statistic === 'median' ? 0 : span.start);
  const grouped = pieces.map((span) => ({ ...span, group: group(span) }));
  const found = await deps.ticks.spans({ tenantId, userId, metrics: [fact.metric], spans: grouped });
  const shares = new Map(grouped.map((span) => [span.group, span.share]));
  return found.map((figures) => ({ ...figures, share: shares.get(figures.group) ?? 1 }));
}

/** A stretch cut at the full hours of the clock. */
function hoursOf({ start, end }: Span, timeZone: string): Span[] {
  const hours: Span[] = [];
  for (let at = start; at < end; ) {
    const [hour, nextHour] = [startOfStep(at, 'HOURLY', timeZone), nextStep(at, 'HOURLY', timeZone)];
    const next = Math.min(end, nextHour);
    hours.push({ start: at, end: next, share: (next - at) / (nextHour - hour) });
    at = next;
  }
  return hours;
}

function valueOfGroups({ metric, statistic }: ClockFact, groups: readonly Figures[]): number | null {
  if (groups.length === 0) return null;
  return isReduction(statistic) ? reduced(added(groups), statistic) : meanOfParts(metric, groups);
}

function added(groups: readonly Omit<Figures, 'share'>[]): Omit<Figures, 'share'> {
  return groups.reduce((sum, one) => ({
    ...{ n: sum.n + one.n, total: sum.total + one.total, low: Math.min(sum.low, one.low), high: Math.max(sum.high, one.high) },
    median: sum.median,
  }));
}
