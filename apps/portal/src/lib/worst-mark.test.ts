import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import { expect, test } from 'vitest';
import { worstMark } from './worst-mark.ts';

const marked = (severity: OutOfRange['severity']) => ({
  outOfRange: {
    ...({ ruleId: severity, title: 'A rule', severity, side: 'high', limit: 100, aggregate: 'latest', window: '24h' } as const),
    ...({ persistMinutes: 0, setBy: 'tenant', alert: 'none', alertSince: null } as const),
  },
});
const pressure = ['systolic', 'diastolic'] as const;

test.each([
  ['neither', {}, {}, undefined],
  ['the lower alone', {}, marked('LOW'), 'diastolic'],
  ['both, the lower worse', marked('HIGH'), marked('CRITICAL'), 'diastolic'],
  ['both alike', marked('HIGH'), marked('HIGH'), 'systolic'],
  ['another metric', undefined, undefined, undefined],
])('a pressure is marked by its worse value: %s', (_, systolic, diastolic, metric) =>
  expect(worstMark({ systolic, diastolic, spo2: marked('CRITICAL') }, pressure)?.metric).toBe(metric),
);
