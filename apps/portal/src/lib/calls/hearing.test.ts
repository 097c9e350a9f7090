import { expect, test } from 'vitest';
import { type Hearing, hear, nothingHeard } from './hearing.ts';
import type { Sample } from './quality.ts';

const sample = (heard: number, audioBytesReceived = heard * 100): Sample => ({
  ...{ audioPacketsReceived: heard, audioPacketsLost: 0, audioBytesReceived, heard, roundTripMs: 20, jitterMs: 2 },
});
const heardAt = (ms: number): Hearing => ({ state: 'connected', heardAtMs: ms, counted: 50, triedAtMs: null, tries: 0 });

test('a way without sound is no call that is connected; the first sound makes it one', () => {
  expect(hear(nothingHeard, sample(3, 0), 'connected', 1_000).hearing.state).toBeNull();
  expect(hear(nothingHeard, sample(3), 'connecting', 1_000).hearing.state).toBeNull();
  expect(hear(nothingHeard, sample(3), 'connected', 1_000)).toMatchObject({
    hearing: { state: 'connected', heardAtMs: 1_000 },
    todo: 'nothing',
  });
});

test.each([
  ['nothing for two seconds', 2_000, 'connected', 'connected', 'nothing'],
  ['nothing for three seconds', 3_000, 'connected', 'connected', 'restart'],
  ['the browser says so at once', 500, 'failed', 'connected', 'restart'],
  ['nothing for just less than six seconds', 5_999, 'connected', 'connected', 'restart'],
  ['nothing for six seconds', 6_000, 'disconnected', 'reconnecting', 'restart'],
] as const)('%s', (_name, afterMs, connection, state, todo) => {
  const step = hear(heardAt(10_000), sample(50), connection, 10_000 + afterMs);
  expect([step.hearing.state, step.todo]).toEqual([state, todo]);
});

test('another way is looked for every five seconds, and the fourth time from nothing; a sign of the other ends it', () => {
  let hearing = heardAt(0);
  const todos: string[] = [];
  for (let ms = 0; ms <= 20_000; ms += 1_000) {
    const step = hear(hearing, sample(50), 'connected', ms);
    hearing = step.hearing;
    if (step.todo !== 'nothing') todos.push(`${ms} ${step.todo}`);
  }
  expect(todos).toEqual(['3000 restart', '8000 restart', '13000 restart', '18000 renew']);
  expect(hearing.state).toBe('reconnecting');
  expect(hear(hearing, sample(51), 'connected', 21_000).hearing).toMatchObject({ state: 'connected', tries: 0 });
});

test('a connection that counts from nothing again, as after a reload, is heard', () => {
  expect(hear({ ...heardAt(0), counted: 5_000, state: 'reconnecting' }, sample(4), 'connected', 9_000).hearing.state).toBe('connected');
});

test('before the first sound only a way that the browser gives up is looked for anew', () => {
  expect(hear(nothingHeard, null, 'connecting', 9_000).todo).toBe('nothing');
  expect(hear(nothingHeard, null, 'failed', 9_000).todo).toBe('restart');
});
