import { describe, expect, test } from 'vitest';
import type { CountedReading } from '#services/ticks-store/index.ts';
import { observationResource } from './observation-resource.ts';
import { observationsOfStretch, samplingPeriodMs } from './observations-of-stretch.ts';

const hour = Date.parse('2026-01-15T10:00:00Z');
const userId = '3f0c8c38-7f0a-4f7b-9d0e-0123456789ab';
const reading = (minute: number, value: number, over: Partial<CountedReading> = {}): CountedReading => ({
  ...{ metric: 'heart_rate', source: 'device', timestampMs: hour + minute * 60_000, value, deviceId: '', receivedAtMs: hour },
  ...over,
});
const minutes = (...list: number[]) => list.map((minute) => reading(minute, 60 + minute));
const made = (readings: readonly CountedReading[]) => observationsOfStretch(userId, hour, readings).map((one) => observationResource(one));

describe('the pace of samples', () => {
  test.each<[string, number[], number]>([
    ['every minute', Array.from({ length: 60 }, (_, index) => index), 60_000],
    ['every minute with gaps', [0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15], 60_000],
    ['every five minutes', Array.from({ length: 12 }, (_, index) => index * 5), 300_000],
    ['too few', Array.from({ length: 11 }, (_, index) => index), 0],
    ['more gaps than readings', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 50], 0],
    ['no even pace', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11.0001], 0],
  ])('%s', (_name, list, expected) => expect(samplingPeriodMs(minutes(...list))).toBe(expected));
});

test('an even series is one Observation, its gaps are E, and no reading moves', () => {
  const [series] = made([...minutes(0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11), reading(12, 36.6)]);
  expect(series).toMatchObject({
    effectivePeriod: { start: '2026-01-15T10:00:00.000Z', end: '2026-01-15T10:12:00.000Z' },
    valueSampledData: {
      origin: { value: 0, code: '/min' },
      period: 60_000,
      dimensions: 1,
      data: '60 61 62 E 64 65 66 67 68 69 70 71 36.6',
    },
  });
  expect(series?.meta).not.toHaveProperty('profile');
});

test('readings by hand stand by themselves, beside the series of the band', () => {
  const all = made([...minutes(...Array.from({ length: 20 }, (_, index) => index)), reading(3.5, 72, { source: 'manual' })]);
  expect(all.map((one) => ['valueSampledData' in one, one.performer])).toEqual([
    [true, undefined],
    [false, [{ reference: `Patient/${userId}` }]],
  ]);
});

test('both pressures of a moment are one Observation; one alone says that the other is not known', () => {
  const pressure = (metric: string, minute: number, value: number) => reading(minute, value, { metric, source: 'manual' });
  const [both, alone] = made([pressure('diastolic', 1, 80), pressure('systolic', 1, 120), pressure('systolic', 2, 130)]);
  expect(both?.component).toMatchObject([{ valueQuantity: { value: 120, code: 'mm[Hg]' } }, { valueQuantity: { value: 80 } }]);
  expect(alone?.component).toMatchObject([{ valueQuantity: { value: 130 } }, { dataAbsentReason: { coding: [{ code: 'unknown' }] } }]);
});

test('a reading that was taken back keeps its value and says that it is an error', () => {
  const [one] = observationsOfStretch(userId, hour, [reading(1, 61)]);
  expect(one && observationResource(one, { isInError: true })).toMatchObject({ status: 'entered-in-error', valueQuantity: { value: 61 } });
});
