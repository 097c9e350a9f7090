import type { TickBatch } from '#server/services/ticks-store/index.ts';
import type { VitalMetric } from '../vitals.ts';

/** The mean of a metric from `at` on (Unix seconds), over an hour or a day. */
export interface Mean {
  readonly metric: string;
  readonly at: number;
  readonly mean: number;
}

/** A store of ticks that does the same work as the others. */
export interface Peer {
  /** Stores the batches; resolves when every one is on disk, each in a transaction of its own or together with others. */
  store(batches: readonly TickBatch[]): Promise<void>;
  /** Whatever makes what has been stored ready for questions: statistics, rollups, merges. */
  settle(): Promise<void>;
  /** On disk, with indexes and rollups. */
  bytes(): Promise<number>;
  /** Of some metrics of a member by the hour in [fromMs, toMs). */
  hourlyMeans(userId: string, metrics: readonly VitalMetric[], fromMs: number, toMs: number): Promise<Mean[]>;
  /** Of all members together, by metric and UTC day. */
  dailyMeans(): Promise<Mean[]>;
  close(): Promise<void>;
}

/** Throws unless both stores found the same means. */
export function requireSame(what: string, own: readonly Mean[], other: readonly Mean[]): void {
  const known = new Map(own.map(({ metric, at, mean }) => [`${metric}/${at}`, mean]));
  const differs = other.filter(({ metric, at, mean }) => !(Math.abs((known.get(`${metric}/${at}`) ?? Number.NaN) - mean) < 1e-6));
  if (own.length === 0 || own.length !== other.length || differs.length > 0)
    throw new Error(`${what}: ${own.length} and ${other.length} means, ${differs.length} of them differ`);
}
