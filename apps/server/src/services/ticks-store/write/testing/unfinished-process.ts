/**
 * A second server process over the stores of a running one, to be killed: stores one batch of numbered ticks whose rollups it
 * never computes, and writes `acknowledged` to standard output. Arguments: data directory of the running one, tenant, member.
 */
import { writeSync } from 'node:fs';
import { createPeople } from '#people/index.ts';
import { createProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { openStores } from '#platform/stores.ts';
import { createTickWriter } from '../writer.ts';
import { batchOf, numberedSeries } from './batches.ts';

const [dataDir = '', tenantId = '', userId = ''] = process.argv.slice(2);
const log = createLog('silent');
const { database, engine } = await openStores({ config: readConfig({ DATA_DIR: dataDir }), log, mode: 'attach', onFatal: () => {} });
const never = new Promise<never>(() => {});
const bus = createProcessBus(() => {});
const writer = createTickWriter({
  engine: { ...engine, command: () => never },
  database,
  people: createPeople({ database }),
  bus,
  clock: systemClock,
  log,
});
await writer.append(batchOf({ tenantId, userId, receivedAtMs: systemClock.now(), series: numberedSeries(1) }));
writeSync(1, 'acknowledged\n');
setInterval(() => {}, 60_000);
