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
const readAs = { normalRanges: {}, usual, zone: 'UTC', units: metricUnits, locale: 'en' } as const;

it.each([
  ['spo2', 90, 'below', { text: '−7', side: 'below' }],
  ['heart_rate', 99, 'above', { text: '+27', side: 'above' }],
  ['heart_rate', 75, null, { text: '+3', side: 'within' }],
  ['heart_rate', 72, null, null],
  ['skin_temp', 34.2, null, { text: '+0.2', side: 'within' }],
  ['glucose', 210, 'above', null],
] as const)('%s %d is marked beyond its limits, and told against the usual days', (metric, value, beyond, departure) =>
  expect(latestShown(metric, value, readAs)).toMatchObject({ beyond, departure }),
);

it.each([
  [163, 102, 'above', { text: '+33/+22', side: 'above' }],
  [131, 96, 'above', { text: '+1/+16', side: 'above' }],
  [131, 80, null, { text: '+1/±0', side: 'within' }],
  [85, 60, 'below', { text: '−45/−20', side: 'below' }],
] as const)('a pressure of %d/%d is marked as soon as one of its values is', (systolic, diastolic, beyond, departure) =>
  expect(pressureShown(systolic, diastolic, readAs)).toEqual({ text: `${systolic}/${diastolic}`, beyond, readsAsLimit: null, departure }),
);

it('names the limit where the reading reads the same, and is beyond it all the same', () => {
  const molar = { ...readAs, units: { ...metricUnits, glucose: 'mmol/L' } } as const;
  expect(latestShown('glucose', 181, molar)).toMatchObject({ text: '10.0', beyond: 'above', readsAsLimit: '10.0' });
  expect(latestShown('glucose', 182, molar)).toMatchObject({ text: '10.1', beyond: 'above', readsAsLimit: null });
  expect(latestShown('glucose', 181, readAs)).toMatchObject({ text: '181', beyond: 'above', readsAsLimit: null });
  expect(latestShown('glucose', 180, molar)).toMatchObject({ text: '10.0', beyond: null, readsAsLimit: null });
});

it('marks what the tenant holds for normal no more than its limits say', () =>
  expect(latestShown('spo2', 90, { ...readAs, normalRanges: { spo2: { low: 88, high: null } } }).beyond).toBeNull());

it('knows nothing usual of fewer than seven days, and still the limits', () => {
  const shown = latestShown('spo2', 89, { ...readAs, usual: usual.slice(0, 6) });
  expect([shown.beyond, shown.departure]).toEqual(['below', null]);
});
