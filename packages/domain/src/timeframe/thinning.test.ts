import { expect, it } from 'vitest';
import { leastThinnedSteps, thinningStepMs } from './thinning.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

it.each([
  ['a day', dayMs, 30_000],
  ['a day of 23 hours', (dayMs * 23) / 24, 30_000],
  ['a week', 7 * dayMs, 5 * minuteMs],
  ['a year', 365 * dayMs, 240 * minuteMs],
  ['ten minutes', 10 * minuteMs, 200],
  ['nothing', 0, 1],
])('the steps of %s are whole', (_name, intervalMs, stepMs) => expect(thinningStepMs(intervalMs)).toBe(stepMs));

it('a step is part of one minute, or made of whole ones, and there are enough of them for a chart', () => {
  for (let intervalMs = 1_000; intervalMs < 3_000 * dayMs; intervalMs = Math.ceil(intervalMs * 1.01)) {
    const stepMs = thinningStepMs(intervalMs);
    expect(minuteMs % stepMs === 0 || stepMs % minuteMs === 0, String(stepMs)).toBe(true);
    if (intervalMs >= leastThinnedSteps && intervalMs < 2_000 * dayMs) {
      const steps = intervalMs / stepMs;
      expect(steps).toBeGreaterThanOrEqual(leastThinnedSteps);
      expect(steps).toBeLessThan(2.6 * leastThinnedSteps);
    }
  }
});
