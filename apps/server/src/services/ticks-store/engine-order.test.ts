import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { inEngineOrder } from './engine-order.ts';

const { engine } = await useHarness();

it('members are in the order in which the engine keeps them', async () => {
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const [first = ''] = ids;
  // Of the same second half, the first decides.
  const twins = ids.slice(1, 20).map((id) => `${id.slice(0, 18)}${first.slice(18)}`);
  const all = [...ids, ...twins];
  const rows = await engine.query<{ id: string }>(
    'select toString(one) as id from (select arrayJoin({ids:Array(UUID)}) as one) order by one',
    {
      ids: all,
    },
  );
  expect(inEngineOrder(all)).toEqual(rows.map(({ id }) => id));
});
