import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { type PostgresProcess, supervisePostgres } from './supervise.ts';

function running(): PostgresProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  return { child, exited: new Promise((resolve) => child.once('exit', (_, signal) => resolve(`ended by ${signal}`))) };
}

test('a stop while it is being started again ends what was started, and ends itself', async () => {
  const first = running();
  const started = Promise.withResolvers<PostgresProcess>();
  const launched = Promise.withResolvers<void>();
  const stop = supervisePostgres(first, {
    launch() {
      launched.resolve();
      return started.promise;
    },
    ask: async () => 'answered',
    hangSeconds: 30,
    restartMinutes: 10,
    stopSeconds: 5,
    log: { info: () => {}, error: () => {} },
    onGiveUp: () => {},
  });
  first.child.kill('SIGKILL');
  await launched.promise;
  const stopped = stop();
  const second = running();
  started.resolve(second);
  await stopped;
  expect(await second.exited).toBe('ended by SIGINT');
});
