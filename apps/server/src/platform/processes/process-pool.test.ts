import { VigilError } from '@vigil/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import type { TurnOf } from './fair-queue.ts';
import { createProcessPool, type ProcessPoolOptions } from './process-pool.ts';

const pools: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.stop())));

function poolOf(options: Partial<ProcessPoolOptions> = {}) {
  const script = new URL('./testing/sample-process.ts', import.meta.url);
  const pool = createProcessPool({ script, processes: 1, memoryMiB: 64, taskSeconds: 60, maxWaiting: 10, ...options });
  pools.push(pool);
  return pool;
}
const me: TurnOf = ['home', 'me'];
const echo = (text: string, turnOf = me) => ({
  work: 'ask',
  input: { questions: [text] },
  turnOf,
  answer: async (asked: unknown) => asked,
});

describe('a pool of processes', () => {
  it('gives numbers and answers numbers, exactly', async () => {
    const numbers = Float64Array.of(0.1, -0, Number.MAX_VALUE / 4, 1e-310);
    const doubled = await poolOf().run<Float64Array>({ work: 'double', input: { numbers }, turnOf: me });
    expect(doubled).toEqual(Float64Array.from(numbers, (number) => number * 2));
  });

  it('answers what the process asks', async () => {
    const asked = { work: 'ask', input: { questions: ['a', 'b'] }, turnOf: me, answer: async (question: unknown) => `${question}!` };
    expect(await poolOf().run(asked)).toEqual(['a!', 'b!']);
  });

  it('fails with what the answering failed with, as it was thrown, and goes on', async () => {
    const pool = poolOf();
    const down = new VigilError('database_unavailable', 'down');
    const failing = { ...echo('x'), answer: () => Promise.reject(down) };
    await expect(pool.run(failing)).rejects.toBe(down);
    expect(await pool.run(echo('next'))).toEqual(['next']);
  });

  it('throws what the work threw: words for people as they were, defects with their place', async () => {
    const pool = poolOf();
    const refusal = { code: 'invalid_input', message: 'Not this', retryAfterSeconds: 3, fields: [{ field: 'it', message: 'is wrong' }] };
    await expect(pool.run({ work: 'refuse', input: {}, turnOf: me })).rejects.toMatchObject(refusal);
    await expect(pool.run({ work: 'refuse', input: {}, turnOf: me })).rejects.toBeInstanceOf(VigilError);
    const defect = pool.run({ work: 'fail', input: {}, turnOf: me });
    await expect(defect).rejects.toMatchObject({ message: 'a defect', stack: expect.stringContaining('sample-process.ts') });
  });

  it.each([
    ['takes too long', 'never', { taskSeconds: 1 }, {}, 'out-of-time'],
    ['takes too much memory', 'eatMemory', {}, {}, 'out-of-memory'],
    ['takes too much memory outside of its objects', 'eatMemoryOfLibraries', { residentMiB: 300 }, {}, 'out-of-memory'],
    ['ends its process', 'leave', {}, {}, 'died'],
    ['breaks its process', 'beKilled', {}, { by: 'SIGSEGV' }, 'died'],
    ['has its process killed', 'beKilled', {}, { by: 'SIGKILL' }, 'killed'],
    ['has its process ended with the whole service', 'beKilled', {}, { by: 'SIGTERM' }, 'killed'],
  ] as const)('loses a task that %s and nothing else', { timeout: 60_000 }, async (_, work, options, input, reason) => {
    const pool = poolOf(options);
    const lost = pool.run({ work, input, turnOf: me });
    const next = pool.run(echo('next'));
    await expect(lost).rejects.toMatchObject({ name: 'LostTask', reason });
    expect(await next).toEqual(['next']);
  });

  /** Tasks of one process that the first of them keeps until it is let go; says in what order they began. */
  function heldTasks(maxWaiting: number) {
    const pool = poolOf({ maxWaiting });
    const begun: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const task = (name: string, tenant: string, sender = 'x', signal?: AbortSignal) =>
      pool.run({ ...echo(name, [tenant, sender]), signal, answer: async () => (begun.push(name) === 1 ? held : undefined) });
    return { task, begun, release: () => release() };
  }
  const tooMany = { reason: 'too-many-waiting' };

  it('begins what waits in turns, and forgets what was given up', async () => {
    const { task, begun, release } = heldTasks(4);
    const gone = new AbortController();
    const all = [task('a1', 'a'), task('a2', 'a'), task('a3', 'a')];
    const forgotten = task('a4', 'a', 'x', gone.signal);
    gone.abort();
    await expect(forgotten).rejects.toMatchObject({ reason: 'given-up' });
    all.push(task('b1', 'b'), task('c1', 'c'));
    release();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  });

  it('that is full gives up the newest of whoever waits with most, and takes the newcomer', async () => {
    const { task, begun, release } = heldTasks(4);
    const all = [task('a1', 'a'), task('a2', 'a', 'x'), task('a3', 'a', 'y'), task('a4', 'a', 'z')];
    const newest = task('a5', 'a', 'z');
    all.push(task('b1', 'b'));
    await expect(newest).rejects.toMatchObject(tooMany);
    release();
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  });

  it('that is full refuses the newcomer who waits with most, and whoever comes when all wait with one', async () => {
    const { task, release } = heldTasks(2);
    const all = [task('a1', 'a'), task('b1', 'b'), task('c1', 'c')];
    await expect(task('b2', 'b')).rejects.toMatchObject(tooMany);
    await expect(task('d1', 'd')).rejects.toMatchObject(tooMany);
    release();
    await Promise.all(all);
  });

  it('works side by side on as many processes as it may have', async () => {
    const pool = poolOf({ processes: 2 });
    let open = 0;
    let release = () => {};
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = async () => {
      open += 1;
      if (open === 2) release();
      await both;
    };
    await Promise.all([pool.run({ ...echo('a'), answer }), pool.run({ ...echo('b'), answer })]);
    expect(open).toBe(2);
  });

  it('ends a process that has had nothing to do for a while, and starts another when there is', async () => {
    const pool = poolOf({ idleMs: 1 });
    const pidOf = () => pool.run<number>({ work: 'pid', input: {}, turnOf: me });
    const first = await pidOf();
    await expect.poll(() => isAlive(first)).toBe(false);
    expect(await pidOf()).not.toBe(first);
  });

  it('when stopped fails what waits and what is in work, and takes nothing more', async () => {
    const pool = poolOf();
    const failures = [pool.run({ work: 'never', input: {}, turnOf: me }), pool.run(echo('waiting'))].map((one) =>
      expect(one).rejects.toMatchObject({ reason: 'given-up' }),
    );
    await pool.stop();
    await Promise.all(failures);
    await expect(pool.run(echo('late'))).rejects.toMatchObject({ reason: 'given-up' });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
