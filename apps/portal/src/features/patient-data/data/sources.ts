import type { TimeSpan } from '#charts/series.ts';
import { heartRateHistogramQuery } from '../api/get-aggregate.ts';
import { factsQuery } from '../api/get-facts-over-time.ts';
import { sleepsQuery } from '../api/get-sleeps.ts';
import { ticksQuery } from '../api/get-ticks.ts';
import {
  averageFact,
  bandLookBackSeconds,
  bodyMetrics,
  dayMetrics,
  factsOf,
  longestAverageDays,
  usualDays,
  usualFacts,
  wholeSteps,
} from '../panels/data-asked.ts';
import type { SourceName } from '../panels/panel.ts';
import type { TimeWindow } from '../time-window.ts';
import { granularityOf, type PatientView } from '../view.ts';

/** Every call that one view of a member is made of. `wanted` names those that its range needs at all; the histogram counts within `zoom`. */
export function sourcesOf(
  memberId: string,
  view: Pick<PatientView, 'range' | 'detail'>,
  window: TimeWindow,
  zone: string,
  zoom: TimeSpan | null = null,
) {
  const { days } = view.range;
  const { span } = window;
  const day = days === 1;
  const granularity = granularityOf(view);
  const hourly = { facts: [averageFact], granularity: 'HOURLY', zone } as const;
  const usual = { facts: usualFacts, granularity: day ? 'HOURLY' : 'DAILY', zone } as const;
  // Rounded to the day, so that the live day does not ask anew for what was usual each time its end moves on.
  const until = wholeSteps({ from: span.from, to: span.from + 1 }, 'DAILY', zone).from;
  const wanted: readonly SourceName[] = [
    ...(day ? (['ticks', 'bandTicks', 'sleeps'] as const) : []),
    'bodyTicks',
    'facts',
    ...(days <= longestAverageDays ? (['averages'] as const) : []),
    'histogram',
  ];
  return {
    wanted,
    granularity,
    countsZoom: zoom !== null,
    ticks: ticksQuery(memberId, dayMetrics, span),
    bodyTicks: ticksQuery(memberId, bodyMetrics, span),
    bandTicks: ticksQuery(memberId, ['band_removed'], { from: span.from - bandLookBackSeconds, to: span.to }),
    facts: factsQuery(memberId, { facts: factsOf(days), granularity, zone }, wholeSteps(span, granularity, zone)),
    averages: factsQuery(memberId, hourly, wholeSteps(span, 'HOURLY', zone)),
    sleeps: sleepsQuery(memberId, span),
    depths: ticksQuery(memberId, ['sleep_depth'], span),
    histogram: heartRateHistogramQuery(memberId, zoom ?? span),
    before: factsQuery(memberId, usual, { from: until - usualDays * 86_400, to: until }),
  };
}

export type Sources = ReturnType<typeof sourcesOf>;
