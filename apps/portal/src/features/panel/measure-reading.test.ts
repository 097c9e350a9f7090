import { measureOf } from '@vigil/domain/facts/measures';
import { metricUnits } from '@vigil/domain/units/testing/units';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { headUnit, measureOfRow } from './measure-reading.ts';

const write = ((_key: string, { hours, minutes }: { hours?: number; minutes: number | string }) =>
  hours === undefined ? `${minutes} min` : `${hours} h ${minutes} min`) as unknown as TFunction<['panel', 'ui']>;

test.each([
  ['sleep_total', 25_500, '7 h 05 min', ''],
  ['sleep_latency', 300, '5 min', ''],
  ['spo2', 0.92, '92', '%'],
] as const)('%s of %d reads %s', (id, value, text, unit) => {
  const measure = measureOf(id);
  if (!measure) throw new Error('There is no such measure');
  const row = { data: { [id]: value }, readings: { [id]: { timestamp: 1, source: 'device' } } } as unknown as Parameters<
    typeof measureOfRow
  >[0];
  expect([measureOfRow(row, measure, metricUnits, write)?.text, headUnit(measure, metricUnits)]).toEqual([text, unit]);
});
