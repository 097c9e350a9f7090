/**
 * A second server process over the stores of a running one, to be killed: judges what waits, and writes `judging` to standard output
 * once an alert and its action are written and nothing is committed. Arguments: data directory of the running one.
 */
import { writeSync } from 'node:fs';
import { createProcessBus } from '#platform/bus.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { openStores } from '#platform/stores.ts';
import { liveOn } from './live-on.ts';

const [dataDir = ''] = process.argv.slice(2);
const log = createLog('silent');
const stores = await openStores({ config: readConfig({ DATA_DIR: dataDir }), log, mode: 'attach', onFatal: () => {} });
const { live } = liveOn(
  { ...stores, log, bus: createProcessBus(() => {}) },
  {
    report: () => {
      writeSync(1, 'judging\n');
      return new Promise(() => {});
    },
  },
);
await live.catchUp();
await live.settled();
