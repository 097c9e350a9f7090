import { expect, test } from 'vitest';
import { createReadTurns } from './read-turns.ts';

const limits = { perPrincipal: 100_000, inAll: 200_000, mostWaiting: 10 };
const wide = 100_000;

/** Turns, and who has begun so far, in order. */
function start() {
  const turns = createReadTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    async read(tenant: string, principal: string, values = wide) {
      const end = await turns.take({ tenant, principal }, values);
      begun.push(principal);
      ends.set(principal, end);
    },
    async end(principal: string) {
      ends.get(principal)?.();
      await new Promise(setImmediate);
    },
  };
}

test('a person has one of the largest reads in work, and others begin beside it', async () => {
  const { begun, read, end } = start();
  for (let count = 0; count < 8; count += 1) void read('a', 'greedy');
  await read('a', 'nurse');
  expect(begun).toEqual(['greedy', 'nurse']);
  await end('greedy');
  expect(begun).toEqual(['greedy', 'nurse', 'greedy']);
});

test('small reads never wait', async () => {
  const { begun, read } = start();
  for (const name of ['greedy', 'other']) void read('a', name);
  await read('a', 'greedy', 5_000);
  expect(begun).toHaveLength(3);
});

test('turns go round the tenants, and within a tenant round its people', async () => {
  const { begun, read, end } = start();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void read('a', name);
  for (const name of ['b1', 'b2']) void read('b', name);
  await new Promise(setImmediate);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'a5']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'b2', 'a6']);
});

test('reads of half the size run side by side, and a larger one than may be runs alone', async () => {
  const { begun, read, end } = start();
  for (let count = 0; count < 3; count += 1) void read('a', 'halves', 50_000);
  void read('a', 'huge', 500_000);
  await new Promise(setImmediate);
  expect(begun).toEqual(['halves', 'halves']);
  await end('halves');
  expect(begun).toEqual(['halves', 'halves']);
});

test('a turn ends once, however often it is ended', async () => {
  const { begun, read, end } = start();
  void read('a', 'first');
  void read('a', 'second');
  for (let count = 0; count < 3; count += 1) void read('a', 'third');
  await new Promise(setImmediate);
  await end('first');
  await end('first');
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('fractions of a value leave nothing behind that would keep later reads out', async () => {
  const { begun, read, end } = start();
  for (const values of [27_777_777.7777775, 500_000.1, 123_456.789]) {
    await read('a', 'reader', values);
    await end('reader');
  }
  void read('a', 'reader', 1e12);
  await new Promise(setImmediate);
  expect(begun).toHaveLength(4);
});

test('more than may wait are refused', async () => {
  const { read } = start();
  for (let count = 0; count < 11; count += 1) void read('a', 'greedy');
  await expect(read('a', 'greedy')).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 });
});
