import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { eventsProcessor } from '@vigil/contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import { thinningStepMs } from '@vigil/domain/timeframe/thinning';
import type { TimeSpan } from '#charts/series.ts';
import { askAgain } from '#lib/endpoint-query.ts';
import { fetchFacts, fetchTicks } from '#lib/member-readings.ts';
import { type Refreshed, type Sources, sourceList } from '../data/sources.ts';
import { wholeSteps } from '../panels/data-asked.ts';
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
  readonly zone: string;
}

/**
 * Asks again for just what a change touched in the view on screen, and lays the answers over what is there. The rest of
 * the page is not asked for a second time: a reading a minute must not fetch a day every minute.
 */
export async function refreshTouched(client: QueryClient, page: Page, change: Change): Promise<void> {
  const wanted = sourceList(page.sources).filter((source) => source.wanted === true);
  await Promise.all(wanted.map(({ refreshed, query }) => refreshed && refresh(client, page, change, query.queryKey, refreshed)));
}

/** Asks again for the member's latest readings. */
export const refreshLatest = (client: QueryClient, memberId: string): Promise<void> =>
  askAgain(client, eventsProcessor.getLatest, { params: { userId: memberId } });

async function refresh(client: QueryClient, { memberId, zone }: Page, change: Change, key: QueryKey, how: Refreshed): Promise<void> {
  const touched = how.metrics?.filter((metric) => change.metrics.has(metric));
  if (touched?.length === 0) return;
  if (how.by === 'asking') return client.refetchQueries({ queryKey: key, ...(how.whenStale ? { stale: true } : {}) });
  const part = overlap(how.by === 'steps' ? { ...change, to: change.to + (how.lingerSeconds ?? 0) } : change, how.span);
  if (part === null) return;
  if (how.by === 'readings') {
    const metrics = touched ?? how.metrics;
    const whole = wholeThinnedSteps(part, how.span);
    return overlay(client, key, await fetchTicks(memberId, metrics, whole), metrics, whole);
  }
  const { facts, granularity } = how;
  const whole = wholeSteps(part, granularity, zone);
  overlay(client, key, await fetchFacts(memberId, { facts, granularity, zone }, whole), facts, whole);
}

function overlap(change: Pick<Change, 'from' | 'to'>, span: TimeSpan): TimeSpan | null {
  const part = { from: Math.max(change.from, span.from), to: Math.min(change.to + 1, span.to) };
  return part.from < part.to ? part : null;
}

/** A part of readings that may be thinned, in whole steps: what stands for a step is replaced together. */
function wholeThinnedSteps(part: TimeSpan, span: TimeSpan): TimeSpan {
  const step = thinningStepMs((span.to - span.from) * 1000) / 1000;
  return {
    from: Math.max(span.from, Math.floor(part.from / step) * step),
    to: Math.min(span.to, Math.ceil(part.to / step) * step),
  };
}

function overlay(client: QueryClient, key: QueryKey, fresh: readonly Tick[], keys: readonly string[], span: TimeSpan): void {
  client.setQueryData<Tick[]>(key, (kept) => (kept === undefined ? undefined : mergeTicks(kept, fresh, keys, span)));
}
