import { parseArgs } from 'node:util';
import { benchAlarms } from './alarms.ts';
import { benchAlertShown } from './alert-shown.ts';
import { benchAlerts } from './alerts.ts';
import { benchBacktests } from './backtests.ts';
import { benchBands } from './bands.ts';
import { benchBundle } from './bundle.ts';
import { benchCalls } from './calls.ts';
import { benchCharts } from './charts.ts';
import { benchChat } from './chat.ts';
import { benchDurability } from './durability.ts';
import { broken, type Figure } from './figure.ts';
import { benchFiles } from './files.ts';
import { benchGrowth } from './growth.ts';
import { benchIngest } from './ingest.ts';
import { benchNodes } from './nodes.ts';
import { benchPeers } from './peers/index.ts';
import { jsonLine, progress, table } from './report.ts';
import { benchRules } from './rules/index.ts';
import { undoAll } from './server-process.ts';
import { benchStartUp } from './start-up.ts';
import { benchToday } from './today.ts';

/** What can be measured, by name; each starts and removes all it needs. `scale` 1 is what the targets speak of. */
const groups: Readonly<Record<string, (scale: number) => Promise<Figure[]>>> = {
  bundle: () => benchBundle(),
  start: () => benchStartUp(),
  ingest: (scale) => benchIngest({ requests: Math.ceil(400 * scale), bundles: Math.ceil(150 * scale) }),
  bands: (scale) => benchBands({ seconds: Math.ceil(30 * scale) }),
  charts: (scale) => benchCharts(scale),
  chat: (scale) => benchChat(scale),
  files: () => benchFiles(),
  calls: (scale) => benchCalls(scale),
  nodes: (scale) => benchNodes(scale),
  growth: (scale) => benchGrowth(scale),
  backtests: (scale) => benchBacktests(scale),
  alerts: (scale) => benchAlerts(scale),
  'alert-shown': (scale) => benchAlertShown(scale),
  alarms: (scale) => benchAlarms(scale),
  today: (scale) => benchToday(scale),
  rules: (scale) => benchRules(scale),
  peers: (scale) => benchPeers(scale),
  durability: () => benchDurability(),
};

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    // A tenth of the data: to see that the bench works, not what the product can do.
    quick: { type: 'boolean', default: false },
  },
});
const wanted = options.only?.split(',') ?? Object.keys(groups);
const unknown = wanted.find((name) => !Object.hasOwn(groups, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no "${unknown}" to measure; there is ${Object.keys(groups).join(', ')}.\n`);
  process.exit(1);
}
let ending: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // What was being measured loses its server under its hands and fails in whatever way: only the tidying counts now.
    process.on('uncaughtException', () => {});
    ending ??= undoAll().then(
      () => process.exit(130),
      () => process.exit(130),
    );
  });

const figures: Figure[] = [];
const complaints: string[] = [];
for (const [name, measure] of Object.entries(groups)) {
  if (!wanted.includes(name)) continue;
  await ending;
  progress(name);
  try {
    const measured = await measure(options.quick ? 0.1 : 1);
    figures.push(...measured);
    // As they come, so that a run that is cut short has told what it found.
    if (options.json) for (const one of measured) process.stdout.write(`${jsonLine(one)}\n`);
  } catch (error) {
    await (ending ?? undoAll());
    complaints.push(`${name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
await ending;
if (!options.json) process.stdout.write(`\n${table(figures)}\n`);
complaints.push(...figures.flatMap((one) => broken(one) ?? []));
for (const complaint of complaints) process.stderr.write(`\n${complaint}\n`);
process.exit(complaints.length > 0 ? 1 : 0);
