import { expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { refusals } from './refusals.ts';

const { engine } = await useHarness();

it('refusals have the names that the engine itself has for their codes', async () => {
  const rows = await engine.query<{ code: number; name: string }>(
    'select code, errorCodeToName(code) as name from (select arrayJoin({codes:Array(UInt32)}) as code) order by code',
    { codes: [...refusals.keys()] },
  );
  expect(rows.map(({ code, name }) => [code, name])).toEqual([...refusals].sort(([a], [b]) => a - b));
});
