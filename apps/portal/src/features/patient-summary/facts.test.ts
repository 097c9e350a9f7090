import { parseFact } from '@vigil/domain/facts/fact';
import { imperialUnits } from '@vigil/domain/units/testing/units';
import { expect, test } from 'vitest';
import { factNames, factRows } from './facts.ts';

test.each(factNames)('%s is a fact', (name) => expect(parseFact(name)).not.toBeNull());

test('a metric stands with what is known of it, in the person’s units, and not at all without', () => {
  const rows = factRows({ data: { skin_temp_mean_30d: 33, heart_rate_mean: 70 } }, imperialUnits);
  expect(rows.map(({ metric, values }) => [metric, values])).toEqual([
    ['heart_rate', [70, null, null]],
    ['skin_temp', [null, 91.4, null]],
  ]);
});
