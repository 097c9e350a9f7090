/**
 * `npm run attack`: attacks a server of its own on this machine, and only that. One line a claim, one line of counts at the
 * end; code 1 when something did not hold.
 *
 *   npm run attack -- [--rounds 20] [--seed 1] [--only "forged tokens"]
 */
import { parseArgs } from 'node:util';
import { hasRedis } from '#server/testing/redis-server.ts';
import type { Result } from './attack.ts';
import { attacks } from './attacks.ts';
import { nodeKills } from './node-kills.ts';
import { startTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
});
const effort = { rounds: Number(values.rounds), seed: Number(values.seed) };
const isChosen = ({ name }: { readonly name: string }) => values.only === undefined || name === values.only;
const chosen = attacks.filter(isChosen);
const onNodes = [nodeKills].filter(isChosen);
if (chosen.length + onNodes.length === 0 || !(effort.rounds > 0) || !Number.isInteger(effort.seed)) {
  process.stderr.write(
    `Usage: npm run attack -- [--rounds n] [--seed n] [--only ${[...attacks, nodeKills].map(({ name }) => `"${name}"`).join('|')}]\n`,
  );
  process.exit(2);
}

let calls = 0;
let failed = 0;
process.stdout.write(`seed ${effort.seed}, ${effort.rounds} rounds\n`);

async function tell({ name, claim }: { readonly name: string; readonly claim: string }, attack: () => Promise<Result>): Promise<void> {
  const from = performance.now();
  const result = await attack();
  calls += result.calls;
  if (result.findings.length > 0) failed += 1;
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  process.stdout.write(
    `${result.findings.length === 0 ? 'holds ' : 'FAILED'} ${name}: ${claim}. ${result.calls} calls, ${seconds} s${result.measured ? `; ${result.measured}` : ''}\n`,
  );
  for (const finding of result.findings.slice(0, 20)) process.stdout.write(`         ${finding}\n`);
  if (result.findings.length > 20) process.stdout.write(`         … and ${result.findings.length - 20} more\n`);
}

if (chosen.length > 0) {
  const target = await startTarget();
  try {
    for (const attack of chosen) await tell(attack, () => attack.run(target, effort));
  } finally {
    await target.stop();
  }
}
if (onNodes.length > 0 && !hasRedis()) onNodes.length = 0;
for (const attack of onNodes) await tell(attack, () => attack.run(effort));
process.stdout.write(`attack: ${calls} calls, ${chosen.length + onNodes.length - failed} claims hold, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
