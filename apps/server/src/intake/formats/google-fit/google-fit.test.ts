import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, stored } = await useFileImports();

// Synthetic data sets in the form of the Google Fit REST API.
const seconds = Date.parse('2024-06-21T12:05:00.250Z') / 1000;
const nanos = `${seconds * 1000}123456`;
const point = (dataTypeName: string, ...value: readonly object[]) => ({ startTimeNanos: nanos, endTimeNanos: nanos, dataTypeName, value });
const set = (...points: readonly object[]) => ({ dataSourceId: 'derived', point: points });

describe('data sets of Google Fit', () => {
  it('give what Vigil keeps, to the millisecond, and tell the rest', async () => {
    const { userId, result } = await bring(
      JSON.stringify(
        set(
          point('com.google.heart_rate.bpm', { fpVal: 54 }),
          point('com.google.step_count.delta', { intVal: 41 }),
          point('com.google.weight', { fpVal: 72.5 }),
          point('com.google.calories.expended', { fpVal: 12.5 }),
          point('com.google.distance.delta', { fpVal: 30 }),
          point('com.google.blood_glucose', { fpVal: 5.5 }, {}, { intVal: 1 }),
          point('com.google.blood_pressure', { fpVal: 120 }, { fpVal: 80 }),
          point('com.google.activity.segment', { intVal: 7 }),
        ),
        null,
        2,
      ),
    );
    const readings = [
      'calories=12.5',
      'diastolic=80',
      'distance=30',
      'glucose=99.1001',
      'heart_rate=54',
      'steps=41',
      'systolic=120',
      'weight=72.5',
    ];
    expect(await stored(userId)).toEqual(readings.map((one) => `${one.replace('=', `@${seconds}=`)} imported`));
    expect(result).toMatchObject({ format: 'google-fit', accepted: 8, rejectedTotal: 0 });
    expect(result.skipped).toEqual(new Map([['Vigil keeps no com.google.activity.segment', 1]]));
  });

  it('come as the buckets of an aggregate, too', async () => {
    const bucket = { startTimeMillis: '1', dataset: [set(point('com.google.step_count.delta', { intVal: 41 }))] };
    const { userId } = await bring(JSON.stringify({ bucket: [bucket] }));
    expect(await stored(userId)).toEqual([`steps@${seconds}=41 imported`]);
  });

  it.each<readonly [string, object, RegExp]>([
    ['no time', set({ dataTypeName: 'com.google.weight', value: [{ fpVal: 72 }] }), /time cannot be read/],
    ['no value', set(point('com.google.weight')), /not a number/],
    ['no points', { dataSourceId: 'derived' }, /no data set/],
  ])('are refused with a reason: %s', async (_what, answer, reason) => {
    const { result } = await bring(JSON.stringify(answer), { format: 'google-fit' });
    expect(result).toMatchObject({ accepted: 0, rejectedTotal: 1, rejected: [{ reason: expect.stringMatching(reason) }] });
  });
});
