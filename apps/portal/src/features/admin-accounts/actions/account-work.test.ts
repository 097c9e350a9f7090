import { expect, test } from 'vitest';
import { type AccountWork, runWork, type WorkRow } from './account-work.ts';

const rows: WorkRow[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, firstName: id, lastName: id, version: 1 }));

async function run(over: Partial<Parameters<typeof runWork>[0]> = {}) {
  const told: AccountWork[] = [];
  const end = await runWork({
    kind: 'hold',
    rows,
    halfWhilePending: false,
    one: async (row) => (row.id === 'b' || row.id === 'e' ? { failed: `no ${row.id}` } : { done: row }),
    stopped: () => false,
    onChange: (work) => told.push(work),
    ...over,
  });
  return { told, end, ids: (list: readonly WorkRow[]) => list.map(({ id }) => id).toSorted() };
}

test('who failed stands apart from who succeeded, with the reason', async () => {
  const { end, ids } = await run();
  expect(ids(end.done)).toEqual(['a', 'c', 'd', 'f']);
  expect(end.failed.map(({ row, reason }) => [row.id, reason])).toEqual([
    ['b', 'no b'],
    ['e', 'no e'],
  ]);
});

test('who was so already counts as through, and neither as done nor as failed', async () => {
  const { end, ids } = await run({ one: async (row) => (row.id === 'a' ? { done: row } : { already: row }) });
  expect([ids(end.done), ids(end.already), end.failed, end.progress]).toEqual([['a'], ['b', 'c', 'd', 'e', 'f'], [], 100]);
});

test('progress goes from 0 to 100 and never back', async () => {
  const { told } = await run();
  const progress = told.map((work) => work.progress);
  expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test('discharge and messages stand at 50 while pending and at 100 when done or failed', async () => {
  const { told } = await run({ halfWhilePending: true, one: async () => ({ failed: 'failed' }) });
  expect(new Set(told.map((work) => work.progress))).toEqual(new Set([50, 100]));
});

test('stopped half-way, those who were not tried are told apart', async () => {
  let tried = 0;
  const { end } = await run({
    stopped: () => tried >= 4,
    one: async (row) => {
      tried++;
      return { done: row };
    },
  });
  expect([end.done.length, end.skipped.length, end.running]).toEqual([4, 2, false]);
});
