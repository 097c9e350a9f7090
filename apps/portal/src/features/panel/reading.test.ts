import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { expect, test } from 'vitest';
import { readingOf, silentSince } from './reading.ts';

const now = 1_800_000_000;
const at = (value: number, ageSeconds: number, source: 'device' | 'manual' = 'device') => ({ value, timestamp: now - ageSeconds, source });
const row = (latest: MemberRow['latest']) => ({ latest });

test('a value is rounded as its metric is, with its unit, time and source', () => {
  expect(readingOf(row({ heart_rate: at(61.4, 240) }), 'heart_rate', now, metricUnits)).toEqual({
    value: '61',
    unit: 'bpm',
    at: now - 240,
    source: 'device',
    stale: false,
    outOfRange: null,
  });
});

test('of a blood pressure the worse of its two values is marked', () => {
  const mark = (severity: 'HIGH' | 'CRITICAL') => ({
    ...({ ruleId: 'a', title: 'A rule', severity, side: 'high', limit: 100, aggregate: 'latest', window: '24h' } as const),
    ...({ persistMinutes: 0, setBy: 'tenant', alert: 'open', alertSince: now } as const),
  });
  const pressure = (systolic: object, diastolic: object) =>
    readingOf(
      row({ systolic: { ...at(165, 60), ...systolic }, diastolic: { ...at(112, 60), ...diastolic } }),
      'blood_pressure',
      now,
      metricUnits,
    )?.outOfRange;
  expect(pressure({ outOfRange: mark('HIGH') }, { outOfRange: mark('CRITICAL') })).toEqual({ metric: 'diastolic', mark: mark('CRITICAL') });
  expect(pressure({ outOfRange: mark('HIGH') }, {})).toEqual({ metric: 'systolic', mark: mark('HIGH') });
});

test('a converted value is rounded once, from what is kept', () => {
  expect(readingOf(row({ weight: at(88.2, 0) }), 'weight', now, imperialUnits)?.value).toBe('194.4');
});

test('a measure that the member never had is null, not zero', () => {
  expect(readingOf(row({}), 'heart_rate', now, metricUnits)).toBeNull();
});

test.each([
  ['spo2', 86_400, false],
  ['spo2', 86_401, true],
  ['weight', 7 * 86_400, false],
  ['weight', 7 * 86_400 + 1, true],
] as const)('%s %i s old is stale, as its metric says: %s', (metric, age, stale) => {
  expect(readingOf(row({ [metric]: at(97, age) }), metric, now, metricUnits)?.stale).toBe(stale);
});

test('a member of whom every measure is old or unknown has been silent since the newest of them', () => {
  const columns = ['heart_rate', 'spo2', 'weight'] as const;
  const silent = (latest: MemberRow['latest']) => silentSince(row(latest), columns, now);
  expect(silent({ heart_rate: at(60, 90_000), spo2: at(97, 200_000) })).toBe(now - 90_000);
  expect(silent({ heart_rate: at(60, 90_000), weight: at(70, 90_000) })).toBeNull();
  expect(silent({})).toBe('never');
});

test('weight and temperature follow the unit system', () => {
  expect(readingOf(row({ weight: at(70, 60) }), 'weight', now, imperialUnits)).toMatchObject({ value: '154.3', unit: 'lbs' });
  expect(readingOf(row({ skin_temp: at(34, 60) }), 'skin_temp', now, imperialUnits)).toMatchObject({ value: '93.2', unit: '°F' });
  expect(readingOf(row({ weight: at(70, 60) }), 'weight', now, metricUnits)).toMatchObject({ value: '70.0', unit: 'kg' });
});

test('a blood pressure is read as one value, as old as its older half', () => {
  const both = readingOf(
    row({ systolic: at(128, 60, 'manual'), diastolic: at(82, 700_000, 'manual') }),
    'blood_pressure',
    now,
    metricUnits,
  );
  expect(both).toEqual({ value: '128/82', unit: 'mmHg', at: now - 700_000, source: 'manual', stale: true, outOfRange: null });
  expect(readingOf(row({ systolic: at(128, 60) }), 'blood_pressure', now, metricUnits)?.value).toBe('128/–');
});
