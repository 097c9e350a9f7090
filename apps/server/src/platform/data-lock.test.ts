import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { takeDataLock } from './data-lock.ts';
import { StartError } from './start-error.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vigil-lock-'));
const takers: ChildProcess[] = [];
afterAll(() => {
  for (const taker of takers) taker.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that takes the lock when it is told to, says whether it got it, and lets go when it is told to. */
function startTaker(tmp: string): ChildProcess {
  mkdirSync(tmp, { recursive: true });
  const script = `
    import { takeDataLock } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))};
    let lock;
    process.on('message', (word) => {
      if (word === 'release') { lock?.release(); lock = undefined; process.send('released'); }
      else { while (Date.now() < word); lock = takeDataLock(${JSON.stringify(dataDir)}); process.send(lock !== undefined); }
    });
    process.send('ready');`;
  const taker = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: tmp },
  });
  takers.push(taker);
  return taker;
}

const answerOf = (taker: ChildProcess) => new Promise<unknown>((resolve) => taker.once('message', resolve));

async function ask(all: readonly ChildProcess[], word: number | 'release'): Promise<unknown[]> {
  const answers = Promise.all(all.map(answerOf));
  for (const taker of all) taker.send(word);
  return answers;
}

test('of takers that try at the same moment exactly one gets it, 300 times, whatever their TMPDIR', async () => {
  const all = ['a', 'b', 'c'].map((name) => startTaker(join(dataDir, name)));
  await Promise.all(all.map(answerOf));
  const winners: number[] = [];
  for (let round = 0; round < 300; round++) {
    const answers = await ask(all, Date.now() + 5);
    winners.push(answers.filter((got) => got === true).length);
    await ask(all, 'release');
  }
  expect(winners.filter((count) => count !== 1)).toEqual([]);
}, 120_000);

test('a holder that is killed leaves nothing behind that hinders the next', async () => {
  const taker = startTaker(join(dataDir, 'killed'));
  await answerOf(taker);
  expect(await ask([taker], 0)).toEqual([true]);
  expect(takeDataLock(dataDir)).toBeUndefined();
  const ended = new Promise((resolve) => taker.once('exit', resolve));
  taker.kill('SIGKILL');
  await ended;
  const lock = takeDataLock(dataDir);
  expect(lock).toBeDefined();
  lock?.release();
});

test('a second taker in the same process is refused, and the file is for its owner only', () => {
  const lock = takeDataLock(dataDir);
  expect(takeDataLock(dataDir)).toBeUndefined();
  lock?.release();
  expect(statSync(join(dataDir, 'vigil.lock')).mode & 0o077).toBe(0);
  expect(existsSync(join(dataDir, 'vigil.lock-journal'))).toBe(false);
});

test.each([
  ['of another kind', (path: string) => mkdirSync(path)],
  ['damaged', (path: string) => writeFileSync(path, 'not a lock '.repeat(1000))],
])('a lock file that is %s is told in one sentence', (_, make) => {
  const folder = mkdtempSync(join(dataDir, 'odd-'));
  make(join(folder, 'vigil.lock'));
  expect(() => takeDataLock(folder)).toThrow(StartError);
  expect(() => takeDataLock(folder)).toThrow(
    /^Vigil cannot start: .*vigil\.lock cannot be locked .* may be removed while no server runs\.$/,
  );
});
