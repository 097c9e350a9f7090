import { expect, test } from 'vitest';
import { findOutOfRange, type ValueLimit } from '../alerts/out-of-range.ts';
import { defaultLimit } from '../alerts/testing/default-limits.ts';
import type { MetricId } from '../metrics/catalogue.ts';
import { imperialUnits, metricUnits } from '../units/testing/units.ts';
import type { Units } from '../units/unit-system.ts';
import { reasonInEnglish } from './reason-words.ts';
import type { AttentionReason } from './reasons.ts';

const since = 1_800_000_000;

const limit = (metric: MetricId, value: number, ruleId: string, over: Partial<ValueLimit> = {}): AttentionReason => {
  const limits = [{ ...defaultLimit(ruleId), ...over }];
  const found = findOutOfRange(metric, { [metric]: { value, timestamp: since } }, { limits, standings: [] }, since);
  if (!found) throw new Error('The reading is within the limit');
  return { kind: 'limit', metric, value, since, ...found };
};

test.each<[AttentionReason, Units, string]>([
  [limit('spo2', 90, 'spo2-very-low'), metricUnits, 'SpO2 90 % (−1, limit 91 %)'],
  [limit('spo2', 91, 'spo2-very-low'), metricUnits, 'SpO2 91 % (at the limit of 91 %)'],
  [limit('heart_rate', 141.2, 'pulse-very-high'), metricUnits, 'Heart rate 141 bpm (+10, limit 131 bpm)'],
  [
    limit('glucose', 251, 'glucose-very-high', { level: 250 }),
    { ...metricUnits, glucose: 'mmol/L' },
    'Glucose 13.9 mmol/L (at the limit of 13.9 mmol/L)',
  ],
  [limit('glucose', 66, 'glucose-low'), { ...metricUnits, glucose: 'mmol/L' }, 'Glucose 3.7 mmol/L (−0.1, limit 3.83 mmol/L)'],
  [
    {
      ...{
        kind: 'limit',
        metric: 'weight',
        value: 82,
        since,
        ruleId: 'weight-gain',
        title: 'Weight above their 1-week average',
        severity: 'HIGH',
      },
      ...{
        side: 'high',
        limit: null,
        aggregate: 'latest',
        window: '2d',
        persistMinutes: 0,
        setBy: 'tenant',
        alert: 'open',
        alertSince: since,
      },
    },
    metricUnits,
    'Weight 82.0 kg (Weight above their 1-week average)',
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
