import { expect, test } from 'vitest';
import { imperialUnits, metricUnits } from '../units/testing/units.ts';
import type { Units } from '../units/unit-system.ts';
import { reasonInEnglish } from './reason-words.ts';
import type { AttentionReason } from './reasons.ts';

const since = 1_800_000_000;

test.each<[AttentionReason, Units, string]>([
  [{ kind: 'limit', metric: 'spo2', severity: 3, value: 90, reference: 96, since }, metricUnits, 'SpO2 90 % (−6, below 96 %)'],
  [
    { kind: 'limit', metric: 'heart_rate', severity: 3, value: 141.2, reference: 130, since },
    metricUnits,
    'Heart rate 141 bpm (+11, above 130 bpm)',
  ],
  [
    { kind: 'limit', metric: 'glucose', severity: 1, value: 181, reference: 180, since },
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 10.0 mmol/L (just above 10.0 mmol/L)',
  ],
  [
    { kind: 'limit', metric: 'glucose', severity: 2, value: 69, reference: 69.6, since },
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 3.8 mmol/L (−0.1, below 3.9 mmol/L)',
  ],
  [
    { kind: 'limit', metric: 'glucose', severity: 2, value: 69, reference: 69.2, since },
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 3.8 mmol/L (just below 3.8 mmol/L)',
  ],
  [
    { kind: 'change', metric: 'rhr', value: 60.3, reference: 59.8, deviations: 3, since },
    metricUnits,
    'Resting heart rate 60 bpm (just above usual 60 bpm)',
  ],
  [{ kind: 'gap', gap: 'not-syncing', since }, metricUnits, 'Not syncing'],
  [{ kind: 'gap', gap: 'never-synced', since }, metricUnits, 'Never synced'],
])('%j', (reason, units, words) => expect(reasonInEnglish(reason, units)).toBe(words));

test('a change is told against what is usual, in the person’s units, as the two are read', () => {
  const reason: AttentionReason = { kind: 'change', metric: 'skin_temp', value: 35, reference: 34, deviations: 3, since };
  expect(reasonInEnglish(reason, imperialUnits)).toMatch(/ 95\.0 °F \(\+1\.8, usual 93\.2 °F\)$/);
});
