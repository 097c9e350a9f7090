import { describe, expect, it } from 'vitest';
import { readingAlerts } from './reading-alerts.ts';

const now = 1_790_000_000;
const read = (value: number, ageSeconds = 60) => ({ value, timestamp: now - ageSeconds, source: 'device' as const });

describe('the alerts beside a member’s name', () => {
  it.each([
    ['nothing was ever measured', {}, []],
    ['everything within its limits', { heart_rate: read(70), spo2: read(98) }, []],
    ['one reading beyond', { spo2: read(90) }, ['spo2']],
    ['the most urgent first', { resp_rate: read(21), spo2: read(90) }, ['spo2', 'resp_rate']],
    ['an old reading says nothing of now', { spo2: read(90, 86_401) }, []],
    ['a metric without limits', { weight: read(300) }, []],
  ])('%s', (_, latest, metrics) => expect(readingAlerts(latest, {}, now).map(({ metric }) => metric)).toEqual(metrics));

  it('leave out what the tenant holds for normal', () =>
    expect(readingAlerts({ spo2: read(93) }, { spo2: { low: 88, high: null } }, now)).toEqual([]));
});
