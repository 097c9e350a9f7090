import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { TickSource } from '../../tick-batch.ts';
import { localDateIn } from '../rollup-runs.ts';
import type { StoredDay, StoredHour } from './stored-rollups.ts';

export interface PlainTick {
  readonly metric: MetricId;
  readonly timestampMs: number;
  readonly value: number;
  readonly source: TickSource;
}

const ranked: readonly TickSource[] = ['device', 'manual', 'imported'];

/** Hours of a history, in the order in which it was sent, computed the plainest way there is. */
export function plainHours(ticks: readonly PlainTick[]): StoredHour[] {
  const groups = Map.groupBy(shown(ticks), (tick) =>
    `${tick.metric} ${new Date(tick.timestampMs).toISOString().slice(0, 13)}:00:00`.replace('T', ' '),
  );
  const hours = [...groups].map(([key, group]) => ({ metric: key.slice(0, -20), hour: key.slice(-19), ...figures(group) }));
  return hours.sort(byKey((row) => row.metric + row.hour));
}

/** Days of a history as the zone counts them. */
export function plainDays(ticks: readonly PlainTick[], timeZone: string): StoredDay[] {
  const localDate = localDateIn(timeZone);
  const groups = Map.groupBy(shown(ticks), (tick) => `${tick.metric} ${localDate(tick.timestampMs)}`);
  const days = [...groups].map(([key, group]) => ({
    metric: key.slice(0, -11),
    day: key.slice(-10),
    ...figures(group),
    device_n: group.filter((tick) => tick.source === 'device').length,
    median: median(group.map((tick) => tick.value)),
  }));
  return days.sort(byKey((row) => row.metric + row.day));
}

/** The value that counts for each metric and moment: the best source's, and of that the one sent last. */
function shown(ticks: readonly PlainTick[]): PlainTick[] {
  const moments = Map.groupBy(ticks, (tick) => `${tick.metric}/${tick.timestampMs}`);
  return [...moments.values()].map((group) => {
    const best = Math.min(...group.map((tick) => ranked.indexOf(tick.source)));
    return group.filter((tick) => ranked.indexOf(tick.source) === best).at(-1) as PlainTick;
  });
}

function figures(ticks: readonly PlainTick[]) {
  const values = ticks.map((tick) => tick.value);
  return { n: values.length, total: values.reduce((sum, value) => sum + value, 0), low: Math.min(...values), high: Math.max(...values) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

function byKey<Row>(key: (row: Row) => string): (a: Row, b: Row) => number {
  return (a, b) => (key(a) < key(b) ? -1 : 1);
}
