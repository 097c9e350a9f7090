import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import type { Units } from '@vigil/domain/units/unit-system';
import '#ui/messages.ts';
import './messages.ts';
import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { type AttentionReason, reasonInWords, tellReason } from './attention.ts';

const t = i18next.getFixedT('en', ['panel', 'ui'] as const);
const ui = i18next.getFixedT('en', 'ui');
const since = 1_800_000_000;
const limit = {
  ...({ kind: 'limit', ruleId: 'a', title: 'Respiration at rest 21 or more', severity: 'HIGH', side: 'high' } as const),
  ...({ aggregate: 'mean', window: '1h', persistMinutes: 15, setBy: 'tenant', since } as const),
};

test.each<[string, AttentionReason, Units, string]>([
  [
    'below a limit',
    { ...limit, metric: 'spo2', value: 90, limit: 91, side: 'low', severity: 'CRITICAL', alert: 'open', alertSince: since },
    metricUnits,
    'SpO2 90% (−1, limit 91 %)',
  ],
  [
    'above a limit, with why there is no alert',
    { ...limit, metric: 'resp_rate', value: 23.14, limit: 21, alert: 'pending', alertSince: since - 360 },
    metricUnits,
    'Respiration 23.1 (+2.1, limit 21 br/min, alert in 9 min)',
  ],
  [
    'a change',
    { kind: 'change', metric: 'rhr', value: 75.4, reference: 59.8, deviations: 9, since },
    metricUnits,
    'Resting HR 75 (+15, usual 60 bpm)',
  ],
  [
    'a difference of temperatures in the person’s units, as the two are read',
    { kind: 'change', metric: 'skin_temp', value: 35, reference: 34, deviations: 3, since },
    imperialUnits,
    'Skin temp. 95.0 (+1.8, usual 93.2 °F)',
  ],
  [
    'a reading at its limit, of which somebody has ended the alert',
    { ...limit, metric: 'glucose', value: 180, limit: 180, alert: 'ended', alertSince: since },
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 10.0 (at the limit of 10 mmol/L, alert handled)',
  ],
  [
    'what only the rule knows the limit of',
    { ...limit, metric: 'weight', value: 82.44, limit: null, title: 'Weight above their 1-week average', alert: 'open', alertSince: since },
    metricUnits,
    'Weight 82.4 (Weight above their 1-week average)',
  ],
  [
    'a change that reads as what is usual',
    { kind: 'change', metric: 'rhr', value: 59.6, reference: 60.3, deviations: 3, since },
    metricUnits,
    'Resting HR 60 (just below usual 60 bpm)',
  ],
  ['a gap', { kind: 'gap', gap: 'not-syncing', since }, metricUnits, 'Not syncing'],
])('%s reads as its number and what it is measured from', (_, reason, units, words) =>
  expect(reasonInWords(reason, { units, nowSeconds: since, ui }, t)).toBe(words),
);

test('only a limit may have been crossed before', () => {
  const told = (over: object) =>
    tellReason(
      { ...limit, metric: 'spo2', value: 90, limit: 91, alert: 'open', alertSince: since, ...over },
      { units: metricUnits, nowSeconds: since, ui },
      t,
    );
  expect([told({ orBefore: true }).orBefore, told({}).orBefore]).toEqual([true, false]);
});
