import { parseArgs } from 'node:util';
import { benchDurability } from './durability.ts';
import type { Figure } from './figure.ts';
import { benchIngest } from './ingest.ts';

/** What can be measured, by name; each starts and removes all it needs. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  ingest: () => benchIngest(),
  durability: () => benchDurability(),
};

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false }, only: { type: 'string' } } });
const unknown = values.only?.split(',').find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  process.stderr.write(`There is no "${unknown}" to measure; there is ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(parts)) {
  if (values.only && !values.only.split(',').includes(name)) continue;
  for (const figure of await measure()) process.stdout.write(`${values.json ? JSON.stringify(figure) : line(figure)}\n`);
}

function line({ name, value, unit, target, peer, ratio }: Figure): string {
  const parts = [`${name.padEnd(40)}${value.toLocaleString('en').padStart(12)} ${unit}`];
  if (target !== null) parts.push(`target ${target.toLocaleString('en')}`);
  if (peer !== null) parts.push(`peer ${peer.toLocaleString('en')}`);
  if (ratio !== null) parts.push(`${ratio}×`);
  return parts.join('   ');
}
