import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { movingAverageHours } from '@vigil/domain/timeframe/granularity';
import type { TimeSpan } from '#charts/series.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { fetchFacts } from '../api/get-facts-over-time.ts';
import { fetchTicks } from '../api/get-ticks.ts';
import type { Sources } from '../data/sources.ts';
import { averageFact, bandLookBackSeconds, bodyMetrics, dayMetrics, factsOf, wholeSteps } from '../panels/data-asked.ts';
import { mergeTicks } from './merge-ticks.ts';

/** Readings of a member that were stored: which metrics, and between which times (both inclusive). Unix seconds. */
export interface Change {
  readonly metrics: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
}

export function joined(a: Change | null, b: Change): Change {
  if (a === null) return b;
  return { metrics: new Set([...a.metrics, ...b.metrics]), from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

interface Page {
  readonly memberId: string;
  readonly sources: Sources;
  readonly span: TimeSpan;
  readonly days: number;
  readonly zone: string;
}

/**
 * Asks again for just what a change touched in the view on screen, and lays the answers over what is there. The rest of
 * the page is not asked for a second time: a reading a minute must not fetch a day every minute.
 */
export async function refreshTouched(client: QueryClient, page: Page, change: Change): Promise<void> {
  const { sources, memberId, zone, span } = page;
  const touched = (metrics: readonly MetricId[]) => metrics.filter((metric) => change.metrics.has(metric));
  const readings = async (key: QueryKey, metrics: readonly MetricId[], within: TimeSpan) => {
    const [asked, part] = [touched(metrics), overlap(change, within)];
    if (asked.length === 0 || part === null) return;
    overlay(client, key, await fetchTicks(memberId, asked, part), asked, part);
  };
  const steps = async (key: QueryKey, facts: readonly string[], granularity: Sources['granularity'], within: TimeSpan) => {
    const part = overlap(change, within);
    if (part === null) return;
    const whole = wholeSteps(part, granularity, zone);
    overlay(client, key, await fetchFacts(memberId, { facts, granularity, zone }, whole), facts, whole);
  };
  const wanted = (name: (typeof sources.wanted)[number]) => sources.wanted.includes(name);
  await Promise.all([
    wanted('ticks') && readings(sources.ticks.queryKey, dayMetrics, span),
    readings(sources.bodyTicks.queryKey, bodyMetrics, span),
    wanted('bandTicks') && readings(sources.bandTicks.queryKey, ['band_removed'], { from: span.from - bandLookBackSeconds, to: span.to }),
    steps(sources.facts.queryKey, factsOf(page.days), sources.granularity, span),
    wanted('averages') && averagesAfter(client, page, change),
    change.metrics.has('sleep_depth') && client.invalidateQueries({ queryKey: sources.sleeps.queryKey }),
    // Counted over the whole range, so a reading more or less can wait until the count is stale anyway.
    change.metrics.has('heart_rate') && client.refetchQueries({ queryKey: sources.histogram.queryKey, stale: true }),
    askAgain(client, eventsProcessor.getLatest, { params: { userId: memberId } }),
  ]);
}

/** A reading takes part in the moving averages of the 12 hours after it. */
async function averagesAfter(client: QueryClient, { sources, memberId, zone, span }: Page, change: Change): Promise<void> {
  const part = change.metrics.has('heart_rate') ? overlap({ ...change, to: change.to + movingAverageHours * 3600 }, span) : null;
  if (part === null) return;
  const whole = wholeSteps(part, 'HOURLY', zone);
  overlay(
    client,
    sources.averages.queryKey,
    await fetchFacts(memberId, { facts: [averageFact], granularity: 'HOURLY', zone }, whole),
    [averageFact],
    whole,
  );
}

function overlap(change: Pick<Change, 'from' | 'to'>, span: TimeSpan): TimeSpan | null {
  const part = { from: Math.max(change.from, span.from), to: Math.min(change.to + 1, span.to) };
  return part.from < part.to ? part : null;
}

function overlay(client: QueryClient, key: QueryKey, fresh: readonly Tick[], keys: readonly string[], span: TimeSpan): void {
  client.setQueryData<Tick[]>(key, (kept) => (kept === undefined ? undefined : mergeTicks(kept, fresh, keys, span)));
}
