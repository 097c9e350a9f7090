/**
 * A server's write side in a process of its own, to be killed: sends numbered batches one after the other, a few at a
 * time, and writes the number of each to standard output once it has been acknowledged.
 * Arguments: data directory, connection string of the database, tenant, member, first number.
 */
import { writeSync } from 'node:fs';
import { createPeople } from '#people/index.ts';
import { createProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { startOwnEngine } from '#platform/ticks/testing/own-engine.ts';
import { createTickWriter } from '../writer.ts';
import { batchOf, numberedSeries } from './batches.ts';

const [dataDir = '', url = '', tenantId = '', userId = '', first = '0'] = process.argv.slice(2);
const log = createLog('silent');
const { engine } = await startOwnEngine(dataDir);
const database = createDatabase({ url, onError: () => undefined });
const writer = createTickWriter({
  engine,
  database,
  people: createPeople({ database }),
  bus: createProcessBus(() => undefined),
  clock: systemClock,
  log,
});
writeSync(1, 'ready\n');

let next = Number(first);
async function keepAppending(): Promise<never> {
  for (;;) {
    const number = next++;
    await writer.append(batchOf({ tenantId, userId, receivedAtMs: systemClock.now(), series: numberedSeries(number) }));
    writeSync(1, `${number}\n`);
  }
}
await Promise.all([keepAppending(), keepAppending(), keepAppending()]);
