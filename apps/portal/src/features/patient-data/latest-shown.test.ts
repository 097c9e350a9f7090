import { metricUnits } from '@vigil/domain/units/testing/units';
import { expect, it } from 'vitest';
import { latestShown, pressureShown } from './latest-shown.ts';

const start = Date.parse('2026-10-01T00:00:00Z') / 1000;
const usual = Array.from({ length: 28 }, (_, index) => ({
  timestamp: start + index * 86_400,
  data: {
    spo2_mean: 96 + (index % 3) / 2,
    systolic_mean: 128 + (index % 5),
    diastolic_mean: 80,
    heart_rate_mean: 70 + (index % 5),
    skin_temp_mean: 34,
  },
}));
const readAs = { usual, zone: 'UTC', units: metricUnits, locale: 'en' } as const;

it.each([
  ['spo2', 90, { text: '−7', side: 'below' }],
  ['heart_rate', 99, { text: '+27', side: 'above' }],
  ['heart_rate', 75, { text: '+3', side: 'within' }],
  ['heart_rate', 72, null],
  ['skin_temp', 34.2, { text: '+0.2', side: 'within' }],
  ['glucose', 210, null],
] as const)('%s %d is told against the usual days', (metric, value, departure) =>
  expect(latestShown(metric, value, readAs)).toMatchObject({ departure }),
);

it.each([
  [163, 102, { text: '+33/+22', side: 'above' }],
  [131, 96, { text: '+1/+16', side: 'above' }],
  [131, 80, { text: '+1/±0', side: 'within' }],
  [85, 60, { text: '−45/−20', side: 'below' }],
] as const)('a pressure of %d/%d is unlike the usual as soon as one of its values is', (systolic, diastolic, departure) =>
  expect(pressureShown(systolic, diastolic, readAs)).toEqual({ text: `${systolic}/${diastolic}`, departure }),
);

it('knows nothing usual of fewer than seven days', () =>
  expect(latestShown('spo2', 89, { ...readAs, usual: usual.slice(0, 6) })).toEqual({ text: '89', departure: null }));
