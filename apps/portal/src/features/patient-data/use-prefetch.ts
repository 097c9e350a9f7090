import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { dataRanges } from '@vigil/domain/timeframe/ranges';
import { useEffect } from 'react';
import { loadChartEngine } from '#charts/chart-canvas.tsx';
import { sourcesOf } from './data/sources.ts';
import { steppedEnd, windowOf } from './time-window.ts';
import type { PatientView } from './view.ts';

/** The page on screen gets this head start before its neighbours are fetched. Milliseconds. */
const headStartMs = 700;

/**
 * Fetches what a person is likely to ask for next: the step back, and the other ranges. A change of range is
 * then drawn from memory.
 */
export function usePrefetch(memberId: string, view: PatientView, now: number, zone: string, ready: boolean): void {
  const client = useQueryClient();
  useEffect(() => void loadChartEngine(), []);
  const { range, end, detail } = view;
  // To the quarter of an hour, in which the windows of the present move: a minute that passes fetches nothing.
  const at = Math.floor(now / 900) * 900;
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => {
      const here = { range, end, detail };
      const neighbours = [
        { ...here, end: steppedEnd(here, -1, at, zone) },
        ...dataRanges.filter((other) => other !== range).map((other) => ({ range: other, end, detail: null })),
      ];
      for (const neighbour of neighbours) prefetch(client, memberId, neighbour, at, zone);
    }, headStartMs);
    return () => clearTimeout(timer);
  }, [client, memberId, range, end, detail, at, zone, ready]);
}

function prefetch(
  client: QueryClient,
  memberId: string,
  view: Pick<PatientView, 'range' | 'end' | 'detail'>,
  now: number,
  zone: string,
): void {
  const sources = sourcesOf(memberId, view, windowOf(view, now, zone), zone);
  for (const name of sources.wanted) void client.prefetchQuery(sources[name] as never);
}
