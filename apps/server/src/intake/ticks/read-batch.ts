import type { BodyOf } from '@vigil/contract';
import type { postTicks } from '@vigil/contract/ticks-store.contract';
import type { TickSource } from '#services/ticks-store/index.ts';
import { createTickSieve, type Sifted } from '../tick-sieve.ts';
import { offerColumns, offerRows } from './batch.ts';

/** A batch whose ticks have been judged, with where it says that they come from. */
export interface ReadBatch extends Sifted {
  readonly source: TickSource;
  readonly deviceId: string | undefined;
}

export function readBatch({ source, deviceId, ticks, series }: BodyOf<typeof postTicks>, nowMs: number): ReadBatch {
  const sieve = createTickSieve(nowMs);
  if (ticks) offerRows(sieve, ticks);
  if (series) offerColumns(sieve, series);
  return { source, deviceId, ...sieve.take() };
}
