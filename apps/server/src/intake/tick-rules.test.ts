import { catalogue } from '@vigil/domain/metrics/catalogue';
import { describe, expect, it } from 'vitest';
import { refuseTimestamp, refuseValue, unknownMetric } from './tick-rules.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const now = nowMs / 1000;

describe('a timestamp', () => {
  it.each([
    ['now', now],
    ['the first second of 2000', 946_684_800],
    ['five minutes ahead, a clock that runs fast', now + 300],
    ['a fraction of a second', now - 0.123],
  ])('is taken: %s', (_name, timestamp) => expect(refuseTimestamp(timestamp, nowMs)).toBeNull());

  it.each([
    ['text', '1700000000', 'not a number'],
    ['nothing', undefined, 'not a number'],
    ['null', null, 'not a number'],
    ['NaN', Number.NaN, 'not a number'],
    ['infinity', Number.POSITIVE_INFINITY, 'not a number'],
    ['the last second of 1999', 946_684_799, 'before the year 2000'],
    ['zero, a clock never set', 0, 'before the year 2000'],
    ['a negative one', -5, 'before the year 2000'],
    ['just beyond the allowed skew', now + 300.001, 'in the future'],
    ['next year', now + 31_536_000, 'in the future'],
    ['milliseconds', now * 1e3, 'looks like milliseconds; send Unix seconds (divide by 1,000)'],
    ['microseconds', now * 1e6, 'looks like microseconds'],
    ['nanoseconds', now * 1e9, 'looks like nanoseconds'],
    ['the year 30000', 884_541_340_800, 'in the future'],
  ])('is refused: %s', (_name, timestamp, reason) => expect(refuseTimestamp(timestamp, nowMs)).toContain(reason));
});

describe('a value', () => {
  it.each([
    ['heart_rate', 20],
    ['heart_rate', 300],
    ['battery', 0],
    ['band_removed', 2],
    ['body_temp', 36.64],
  ] as const)('is taken: %s %s, bounds included', (metric, value) => expect(refuseValue(catalogue[metric], value)).toBeNull());

  it.each([
    ['heart_rate', 19.99, 'Heart rate is outside the plausible range of 20 to 300 bpm'],
    ['spo2', 0.97, 'SpO2 is outside the plausible range of 40 to 100 %'],
    ['body_temp', 98.6, 'Body temperature is outside the plausible range of 25 to 45 °C'],
    ['band_removed', 3, 'Band status is outside the plausible range of 0 to 2'],
    ['band_removed', 1.5, 'Band status is a state and has to be a whole number'],
    ['sleep_depth', Number.NaN, 'Sleep is none of the states that Vigil knows'],
    ['weight', '80', 'Weight is not a number'],
    ['weight', null, 'Weight is not a number'],
    ['weight', Number.NaN, 'Weight is not a number'],
    ['weight', true, 'Weight is not a number'],
  ] as const)('is refused: %s %s', (metric, value, reason) => expect(refuseValue(catalogue[metric], value)).toBe(reason));

  it('is not repeated in the reason', () => expect(refuseValue(catalogue.heart_rate, 4711)).not.toContain('4711'));
});

it('an unknown metric is named, cut where its name is long', () => {
  expect(unknownMetric('pulse')).toBe('Unknown metric "pulse"');
  expect(unknownMetric('x'.repeat(1000)).length).toBeLessThan(90);
});
