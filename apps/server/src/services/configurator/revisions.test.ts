import { expect, test } from 'vitest';
import { createRevisions } from './revisions.ts';

function counted() {
  let nowMs = 0;
  let asked = 0;
  const revisions = createRevisions(
    async (fileName) => {
      asked += 1;
      if (fileName === 'nobody.json') throw new Error('no such file');
      return `${asked}`;
    },
    () => nowMs,
  );
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { revisions, asked: () => asked, pass };
}

test('however many pages ask, the store is asked once a second for a file', async () => {
  const { revisions, asked, pass } = counted();
  await Promise.all(Array.from({ length: 1_000 }, () => revisions.of('a.json')));
  expect(asked()).toBe(1);
  pass(999);
  expect(await revisions.of('a.json')).toBe('1');
  pass(1);
  expect(await revisions.of('a.json')).toBe('2');
});

test('what was changed here is told at once, and a question that failed is asked again', async () => {
  const { revisions, asked } = counted();
  await revisions.of('a.json');
  revisions.forget();
  expect(await revisions.of('a.json')).toBe('2');
  await expect(revisions.of('nobody.json')).rejects.toThrow();
  await expect(revisions.of('nobody.json')).rejects.toThrow();
  expect(asked()).toBe(4);
});
