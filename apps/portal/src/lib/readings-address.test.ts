import { metricIds } from '@vigil/domain/metrics/catalogue';
import { expect, it, test } from 'vitest';
import { readingsAddress } from './readings-address.ts';

const seen = { secondary: ['skin_temp', 'systolic', 'spo2'], timeframe: '24h', baseline: '7d', day: '2026-03-10', at: 1_773_100_000 };
const evidence = { mode: 'evidence', timeframe: '24h', baseline: '7d', at: 1_773_100_000 };

it.each([
  ['spo2', 'analysis', { ...evidence, primary: 'spo2', secondary: 'temp' }],
  ['skin_temp', 'analysis', { ...evidence, primary: 'temp', secondary: 'spo2' }],
  ['sleep_efficiency', 'analysis', { ...evidence, primary: 'sleep', secondary: 'temp,spo2' }],
  ['systolic', 'analysis', { end: '2026-03-10', metrics: 'blood_pressure' }],
  ['weight', 'analysis', { end: '2026-03-10', metrics: 'weight' }],
  ['news2_score', 'analysis', { end: '2026-03-10', metrics: 'heart_rate,resp_rate,spo2,blood_pressure' }],
  ['body_temp', 'data', { end: '2026-03-10' }],
  ['survey_score', 'surveys', {}],
] as const)('%s is looked at where it is drawn', (metric, page, search) =>
  expect(readingsAddress({ metric, ...seen })).toEqual({ page, search }),
);

test('no metric is looked at as the heart rate but the heart rate', () => {
  const shown = metricIds.filter((metric) => readingsAddress({ metric, ...seen }).search.primary === 'heart_rate');
  expect(shown).toEqual(['heart_rate']);
});
