import type { BodyOf } from '@vigil/contract';
import type { postTicks } from '@vigil/contract/ticks-store.contract';
import type { TickSource } from '#services/ticks-store/index.ts';
import { type CollectedTicks, createTickCollector } from '../tick-collector.ts';
import { addColumns, addRows } from './batch.ts';

/** A batch whose ticks have been checked, with where it says that they come from. */
export interface ReadBatch extends CollectedTicks {
  readonly source: TickSource;
  readonly deviceId: string | undefined;
}

export function readBatch({ source, deviceId, ticks, series }: BodyOf<typeof postTicks>, nowMs: number): ReadBatch {
  const collector = createTickCollector(nowMs);
  if (ticks) addRows(collector, ticks);
  if (series) addColumns(collector, series);
  return { source, deviceId, ...collector.drain() };
}
