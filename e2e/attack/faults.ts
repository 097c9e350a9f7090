import { createRecords, readBack } from '../band.ts';
import { openClinic, tokenOf } from '../clinic.ts';
import { postmasterOf, ticksChildOf } from '../processes.ts';
import { isReady, type RunningServer, removeDataDir, startServer, until } from '../server.ts';
import { type Attack, createFindings } from './attack.ts';

type Fault = (server: RunningServer) => Promise<'restart' | 'heals'>;

const faults: readonly (readonly [string, Fault])[] = [
  [
    'kill -9 of the server',
    async (server) => {
      await server.kill();
      return 'restart';
    },
  ],
  [
    'kill -9 of the ticks engine',
    async (server) => {
      process.kill(ticksChildOf(server.process.pid ?? 0), 'SIGKILL');
      return 'heals';
    },
  ],
  [
    'a ticks engine that hangs (SIGSTOP)',
    async (server) => {
      process.kill(ticksChildOf(server.process.pid ?? 0), 'SIGSTOP');
      return 'heals';
    },
  ],
  [
    'kill -9 of PostgreSQL',
    async (server) => {
      process.kill(postmasterOf(server.dataDir), 'SIGKILL');
      return 'restart';
    },
  ],
  [
    'SIGTERM',
    async (server) => {
      await server.stop();
      return 'restart';
    },
  ],
];

const strikesPerRound = 2;

/** Bands send without a pause while parts of a server of its own are killed: what was acknowledged is found again, once. */
export const faultRounds: Attack = {
  name: 'fault rounds',
  claim: 'an acknowledged tick is never lost and never there twice',
  async run(_target, { rounds, seed }) {
    const findings = createFindings();
    let server = await startServer();
    const clinic = await openClinic(server, 3);
    const records = createRecords(clinic.bands);
    let batches = 0;
    try {
      for (let round = 0; round < rounds * strikesPerRound; round++) {
        const [name, strike] = faults[(seed + round) % faults.length] ?? [];
        if (!name || !strike) continue;
        const sending = records.send(server.url, { persistent: true });
        await until('some batches are acknowledged', () => sending.acknowledged() >= 4 + (round % 7));
        const outcome = await strike(server);
        if (outcome === 'restart') {
          await sending.stop();
          await server.stop();
          server = await startServer({ dataDir: server.dataDir, port: server.port });
        } else {
          const before = sending.acknowledged();
          await until('batches are acknowledged again', () => sending.acknowledged() > before + 3);
          await sending.stop();
        }
        batches += sending.acknowledged();
        await until('the server is ready', () => isReady(server.url));
        const token = await tokenOf(server.dataDir, clinic.tenant, clinic.nurse);
        for (const userId of clinic.members) {
          const back = await readBack(server.url, token, userId, records.span());
          const lost = [...records.acknowledgedOf(userId)].filter(([at, value]) => back.ticks.get(at) !== value).length;
          if (lost > 0) findings.add(`${name}: ${lost} acknowledged ticks are lost`);
          if (back.moments !== back.ticks.size || back.counted !== back.ticks.size) findings.add(`${name}: ticks are there twice`);
        }
      }
    } finally {
      await server.stop();
      removeDataDir(server.dataDir);
    }
    return { calls: batches, findings: findings.list(), measured: `${records.totalAcknowledged()} ticks acknowledged, all found` };
  },
};
