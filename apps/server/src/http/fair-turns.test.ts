import { expect, test } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const mib = 1024 * 1024;

/** Asks for every turn at once, as `tenant principal` with sizes in bytes, and tells in which order and round they were given. */
async function order(asked: readonly (readonly [owner: string, bytes: number])[]): Promise<{ owner: string; round: number }[]> {
  const turns = createFairTurns();
  const given: { owner: string; round: number }[] = [];
  let round = 0;
  let counting = true;
  const count = () => {
    round += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const all = asked.map(async ([owner, bytes]) => {
    const [tenant = '', principal = ''] = owner.split(' ');
    await turns.take({ tenant, principal }, bytes);
    given.push({ owner, round });
  });
  await Promise.all(all);
  counting = false;
  return given;
}

test('a small batch stands behind one body of somebody else, not behind all that they sent', async () => {
  const flood = Array.from({ length: 30 }, () => ['a flood', 16 * mib] as const);
  const given = await order([...flood, ['b device', 5_000]]);
  expect(given.findIndex(({ owner }) => owner === 'b device')).toBeLessThanOrEqual(2);
  expect(given).toHaveLength(31);
});

test('turns go round tenants first and then round their principals', async () => {
  const given = await order([
    ...[['a 1', mib] as const, ['a 1', mib] as const, ['a 1', mib] as const, ['a 2', mib] as const, ['a 2', mib] as const],
    ...[['b 3', mib] as const, ['b 3', mib] as const, ['c 4', mib] as const],
  ]);
  expect(given.map(({ owner }) => owner)).toEqual(['a 1', 'a 1', 'b 3', 'c 4', 'a 2', 'b 3', 'a 1', 'a 2']);
});

test('between large bodies the event loop turns; small ones share a round', async () => {
  const large = await order(Array.from({ length: 4 }, () => ['a 1', mib] as const));
  expect(new Set(large.map(({ round }) => round)).size).toBe(4);
  const small = await order(Array.from({ length: 50 }, () => ['a 1', 5_000] as const));
  expect(new Set(small.map(({ round }) => round)).size).toBe(1);
});

test('a body of its own has its turn at once, before the event loop goes on', async () => {
  expect(await order([['a 1', 16 * mib]])).toEqual([{ owner: 'a 1', round: 0 }]);
});
