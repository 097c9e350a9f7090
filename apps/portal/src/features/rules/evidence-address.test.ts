import { defaultRules } from '@vigil/domain/alerts/defaults';
import { expect, it } from 'vitest';
import { evidenceAddress } from './evidence-address.ts';

const rule = (id: string) => defaultRules.find((one) => one.id === id)?.rule as (typeof defaultRules)[number]['rule'];

it.each([
  ['spo2-very-low', { mode: 'evidence', primary: 'spo2', secondary: 'heart_rate,resp_rate,steps', timeframe: '24h', baseline: '7d' }],
  ['skin-temperature-up', { mode: 'evidence', primary: 'temp', timeframe: '24h', baseline: '28dS1d' }],
  ['movement-down', { mode: 'evidence', primary: 'steps', timeframe: '3d', baseline: '28dS3d' }],
  ['systolic-very-low', { metrics: 'blood_pressure' }],
  ['news2-urgent', { metrics: 'heart_rate,resp_rate,spo2,blood_pressure' }],
  ['anomaly', { metrics: 'anomaly,heart_rate,rhr,resp_rate' }],
] as const)('an alert of %s is looked at around its day', (id, search) =>
  expect(evidenceAddress(rule(id), '2026-03-10').search).toMatchObject({ end: '2026-03-10', ...search }),
);
