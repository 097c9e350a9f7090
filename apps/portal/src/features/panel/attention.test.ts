import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import type { Units } from '@vigil/domain/units/unit-system';
import '#ui/messages.ts';
import './messages.ts';
import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { type AttentionReason, reasonInWords, tellReason } from './attention.ts';

const t = i18next.getFixedT('en', ['panel', 'ui'] as const);
const since = 1_800_000_000;

test.each<[string, AttentionReason, Units, string]>([
  [
    'below a limit',
    { kind: 'limit', metric: 'spo2', severity: 3, value: 90, reference: 96, since },
    metricUnits,
    'SpO2 90% (−6, below 96 %)',
  ],
  [
    'above a limit',
    { kind: 'limit', metric: 'resp_rate', severity: 2, value: 23.14, reference: 20, since },
    metricUnits,
    'Respiration 23.1 (+3.1, above 20.0 br/min)',
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
    'a reading and a limit that read the same',
    { kind: 'limit', metric: 'glucose', severity: 1, value: 181, reference: 180, since },
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 10.0 (just above 10.0 mmol/L)',
  ],
  [
    'a change that reads as what is usual',
    { kind: 'change', metric: 'rhr', value: 59.6, reference: 60.3, deviations: 3, since },
    metricUnits,
    'Resting HR 60 (just below usual 60 bpm)',
  ],
  ['a gap', { kind: 'gap', gap: 'not-syncing', since }, metricUnits, 'Not syncing'],
])('%s reads as its number and what it is measured from', (_, reason, units, words) => expect(reasonInWords(reason, units, t)).toBe(words));

test('only a limit may have been crossed before', () => {
  const limit = { kind: 'limit', metric: 'spo2', severity: 3, value: 90, reference: 96, since } as const;
  expect([tellReason({ ...limit, orBefore: true }, metricUnits, t).orBefore, tellReason(limit, metricUnits, t).orBefore]).toEqual([
    true,
    false,
  ]);
});
