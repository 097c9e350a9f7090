import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startNodes } from '../nodes/nodes.ts';
import { createStaff } from '../nodes/people.ts';
import { beginTalk } from '../nodes/talk.ts';
import { createFindings, type Effort, type Result } from './attack.ts';

interface NodeKillsOptions {
  readonly clients: number;
  readonly kills: number;
  /** How often each of them writes, about. Milliseconds. */
  readonly everyMs: number;
  /** Told what happens, a line each. */
  readonly say: (line: string) => void;
}

/** After a kill everybody is connected again, and has everything, within so long. */
const withinMs = 10_000;
/** Tokens hold for fifteen minutes. */
const renewAfterMs = 8 * 60_000;

/**
 * People write to each other over two servers, one of which is killed again and again while they do, and Redis once: each
 * acknowledged message is on every participant's page once, and in one order.
 */
async function runNodeKills({ clients, kills, everyMs, say }: NodeKillsOptions): Promise<Result> {
  const findings = createFindings();
  const nodes = await startNodes({ env: { SIGN_IN_REQUESTS_PER_MINUTE_PER_ADDRESS: '100000' } });
  try {
    const staff = await createStaff(nodes, clients);
    let { tokens } = staff;
    let renewedAtMs = performance.now();
    const talk = await beginTalk({ nodes, colleagues: staff.colleagues, tokenOf: (index) => tokens[index] ?? '', everyMs });
    say(`${clients} connected to two servers, load ${loadavg()[0]?.toFixed(1)}`);
    const worst = { backMs: 0, completeMs: 0 };

    async function measured(what: string, strike: () => Promise<void>): Promise<void> {
      await pause(3_000);
      const before = talk.acknowledged();
      await strike();
      const times = await talk.whole();
      worst.backMs = Math.max(worst.backMs, times.backMs);
      worst.completeMs = Math.max(worst.completeMs, times.completeMs);
      if (times.completeMs > withinMs)
        findings.add(`after ${what} it took more than ${withinMs / 1000} s until everybody was back and complete`);
      say(
        `${what}: ${times.lost} of ${clients} cut off, all connected after ${seconds(times.backMs)}, complete after ${seconds(times.completeMs)}; ${before} messages acknowledged before, ${talk.acknowledged() - before} since; load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        const index = kill % 2;
        await measured(`kill ${kill + 1} of ${kills}`, () => nodes.kill(index));
        await nodes.startAgain(index);
        if (performance.now() - renewedAtMs > renewAfterMs) {
          tokens = await staff.renew();
          renewedAtMs = performance.now();
        }
        if (kill === Math.floor((kills - 1) / 2)) {
          await measured('kill of Redis', nodes.redis.kill);
          await pause(3_000);
          await nodes.redis.startAgain();
        }
      }
      await talk.end();
      for (const finding of talk.findings()) findings.add(finding);
    } catch (error) {
      findings.add(error instanceof Error ? error.message : String(error));
    } finally {
      talk.stop();
    }
    const measuredText = `${clients} clients, ${kills} kills and one of Redis, ${talk.acknowledged()} messages, everybody back after ${seconds(worst.backMs)} and complete after ${seconds(worst.completeMs)} at the worst`;
    return { calls: talk.acknowledged(), findings: findings.list(), measured: measuredText };
  } finally {
    await nodes.stop();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** With servers of its own: what is attacked is what stands between them. */
export const nodeKills = {
  name: 'killed servers',
  claim: 'every acknowledged message is on every participant’s page once and in one order, whichever server is killed',
  /** Twenty rounds are 1,000 people, who write fifty messages a second between them, and twenty kills. */
  run: ({ rounds }: Pick<Effort, 'rounds'>): Promise<Result> =>
    runNodeKills({ clients: 50 * rounds, kills: rounds, everyMs: 20_000, say: (line) => process.stdout.write(`         ${line}\n`) }),
};
