import { setTimeout as pause } from 'node:timers/promises';
import type { TicksEngine } from '#server/platform/ticks/engine.ts';

const patienceMs = 60_000;

/** Waits until the engine has merged what came in pieces, as it does by itself within minutes; a minute at most. */
export async function mergesSettled(engine: TicksEngine): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  let quiet = 0;
  while (quiet < 3 && performance.now() < giveUpAt) {
    const [merges] = await engine.query<{ n: number }>('select toUInt32(count()) as n from system.merges', {}, { lane: 'report' });
    quiet = merges?.n === 0 ? quiet + 1 : 0;
    await pause(200);
  }
}

export interface Stored {
  readonly rows: number;
  readonly bytes: number;
}

/** Rows and bytes on disk of one of the engine's tables. */
export async function stored(engine: TicksEngine, table: 'ticks' | 'ticks_hour' | 'ticks_day'): Promise<Stored> {
  const [row] = await engine.query<Stored>(
    `select toFloat64(sum(rows)) as rows, toFloat64(sum(bytes_on_disk)) as bytes from system.parts
     where active and database = 'vigil' and table = {table:String}`,
    { table },
    { lane: 'report' },
  );
  return row ?? { rows: 0, bytes: 0 };
}
