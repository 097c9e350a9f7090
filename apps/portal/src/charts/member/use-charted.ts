import { useQueries } from '@tanstack/react-query';
import { foodLogs } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import { memberTimeZone, nextStep, startOfStep } from '@vigil/domain/timeframe/zone';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { factsQuery, sleepsQuery, ticksQuery } from '#lib/member-readings.ts';
import { useUnits } from '#lib/units.ts';
import type { ChartState } from '../chart-props.ts';
import type { UsualStretch } from '../kinds/backdrop.ts';
import { converterOf } from '../metric-series.ts';
import type { TimeSpan } from '../series.ts';
import { usualRange } from '../usual-range.ts';
import { type Asked, askedOf, type Reading } from './asked.ts';
import { type ChartedId, isLevel, levels } from './charted.ts';
import { type Drawn, drawnOf } from './drawn.ts';
import './messages.ts';

/** Whose chart, of what, and when. */
export interface ChartedQuestion extends Reading {
  readonly memberId: string;
  readonly zone: string;
  readonly id: ChartedId;
  readonly span: TimeSpan;
  /** Unix seconds. */
  readonly now: number;
  /** Days before the span that say what is usual; 28 unless told, 0 for none. */
  readonly usualDays?: number;
  /** Nothing is asked; absent: it is. */
  readonly off?: boolean;
}

export interface Charted {
  /** Null where the specification has nothing asked on this range. */
  readonly drawn: Drawn | null;
  readonly state: ChartState;
  readonly usual: readonly UsualStretch[];
}

const empty: readonly never[] = [];
const usualDaysUnlessTold = 28;

/** The data of one chart of a member, asked for and read; its failure is of this chart alone. */
export function useCharted(question: ChartedQuestion): Charted {
  const { id, zone, span, now, off = false, days, granularity, evidence, average } = question;
  const { t: write } = useTranslation('memberCharts');
  const units = useUnits();
  const { normalRanges } = useConfiguration();
  const asked = useMemo(
    () => askedOf(id, { days, ...(granularity && { granularity }), ...(evidence && { evidence }), ...(average && { average }) }),
    [id, days, granularity, evidence, average],
  );
  const calls = callsOf(question, asked, off);
  const results = useQueries({ queries: calls.map(({ query, enabled }) => ({ ...query, enabled })) as never[] }) as Answer[];
  const [ticks, facts, sleeps, meals, before] = results.map((result, index) => (calls[index]?.enabled ? result.data : undefined));

  const usual = useMemo(() => {
    if (!isLevel(id) || !before) return empty;
    const metric = levels[id];
    const given = { fact: `${metric}_mean`, zone, byHour: days === 1 && !evidence, convert: converterOf(metric, units) };
    return usualRange(before as never, given, span);
  }, [id, before, zone, days, evidence, units, span]);
  const drawn = useMemo(() => {
    if (asked === null) return null;
    const answered = { ticks: ticks ?? empty, facts: facts ?? empty, sleeps: sleeps ?? empty, meals: meals ?? empty };
    return drawnOf(id, asked, answered as never, { days, zone, now, units, normalRanges, write, usual });
  }, [id, asked, ticks, facts, sleeps, meals, days, zone, now, units, normalRanges, write, usual]);

  // What is usual is asked for in the background: the chart stands without it.
  const needed = results.slice(0, -1).filter((_, index) => calls[index]?.enabled);
  const failed = needed.find(({ error, data }) => error !== null && data === undefined);
  const failure =
    failed?.error instanceof ApiError && failed.error.status === 403
      ? write('forbidden')
      : write('failed', { title: write(`metric.${id}`) });
  const waiting = needed.some(({ data }) => data === undefined);
  const state: ChartState = failed ? { failed: failure, onRetry: () => void failed.refetch() } : waiting ? 'loading' : 'ready';
  return { drawn, state, usual };
}

interface Answer {
  readonly data: readonly unknown[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Ticks, facts, sleeps, meals, and what was usual before; each enabled where the chart needs it. */
function callsOf(
  { memberId, zone, id, span, usualDays = usualDaysUnlessTold, days, evidence }: ChartedQuestion,
  asked: Asked | null,
  off: boolean,
) {
  const at = asked ?? { ticks: empty, lookBackSeconds: 0, facts: empty, granularity: 'DAILY' as const, sleeps: false, meals: false };
  const whole = wholeSteps(span, at.granularity, zone);
  const readFrom = { from: span.from - at.lookBackSeconds, to: span.to };
  const level = isLevel(id) ? levels[id] : null;
  // Rounded to the day, so that a range that ends now does not ask anew each time its end moves on.
  const until = startOfStep(span.from, 'DAILY', zone);
  const usualSteps = days === 1 && !evidence ? ('HOURLY' as const) : ('DAILY' as const);
  const wanted = asked !== null && !off;
  return [
    { query: ticksQuery(memberId, at.ticks, readFrom), enabled: wanted && at.ticks.length > 0 },
    { query: factsQuery(memberId, { facts: at.facts, granularity: at.granularity, zone }, whole), enabled: wanted && at.facts.length > 0 },
    { query: sleepsQuery(memberId, span), enabled: wanted && at.sleeps },
    { query: mealsQuery(memberId, span, zone), enabled: wanted && at.meals },
    {
      query: factsQuery(
        memberId,
        { facts: level === null ? empty : [`${level}_mean`], granularity: usualSteps, zone },
        { from: until - usualDays * 86_400, to: until },
      ),
      enabled: wanted && level !== null && usualDays > 0,
    },
  ];
}

const mealsQuery = (memberId: string, span: TimeSpan, zone: string) => ({
  ...endpointQuery(
    foodLogs.getFoodLogs,
    { params: { userId: memberId }, query: { start_date: dateIn(span.from, zone), end_date: dateIn(span.to - 1, zone) } },
    { quiet: true },
  ),
  staleTime: 60_000,
});

/** The calendar day of a moment in a zone, yyyy-MM-dd. */
function dateIn(seconds: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: memberTimeZone(zone), dateStyle: 'short' }).format(seconds * 1000);
}

/** The span widened to whole steps, so that the first and last step are not computed from a part of their readings. */
function wholeSteps(span: TimeSpan, granularity: Asked['granularity'], zone: string): TimeSpan {
  const last = startOfStep(span.to - 1, granularity, zone);
  return { from: startOfStep(span.from, granularity, zone), to: nextStep(last, granularity, zone) };
}
