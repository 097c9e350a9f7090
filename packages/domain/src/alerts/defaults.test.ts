import { describe, expect, it } from 'vitest';
import type { MetricId } from '../metrics/catalogue.ts';
import { glucoseMmolLToMgDl } from '../units/conversions.ts';
import { prepareRule } from './decide.ts';
import { defaultRules } from './defaults.ts';
import { replay } from './replay.ts';
import { dueEvery } from './rule.ts';
import { slotSeries, slotsOfReadings, type TimedValue } from './slots.ts';

const hour = 3_600;
const start = 1_780_000_200 - (1_780_000_200 % hour);

/** Which CRITICAL rules tell of these readings of a metric, and after how many minutes. Seconds after the start. */
function told(metric: MetricId, values: readonly TimedValue[]): Record<string, number> {
  const readings = values.map(({ seconds, value }) => ({ seconds: start + seconds, value }));
  const shape = { fromSeconds: start - 48 * hour, toSeconds: start + 6 * hour, dueEverySeconds: dueEvery(metric) };
  const series = slotSeries(slotsOfReadings(readings), shape);
  return Object.fromEntries(
    defaultRules.flatMap(({ id, rule }) => {
      if (rule.subject.kind !== 'metric' || rule.subject.metric !== metric || rule.severity !== 'CRITICAL') return [];
      const [first] = replay(prepareRule(rule), series, start - 47 * hour, shape.toSeconds).firings;
      return first ? [[id, (first.firedAt - start) / 60]] : [];
    }),
  );
}
const once = (value: number) => [{ seconds: 0, value }];
/** Readings of a band: usual for two hours, then otherwise for some minutes, then usual again. */
function band(metric: MetricId, usual: number, other: number, minutes: number): TimedValue[] {
  const every = dueEvery(metric) ?? 900;
  const found: TimedValue[] = [];
  for (let at = -2 * hour; at < 2 * hour; at += every) found.push({ seconds: at, value: at >= 0 && at < minutes * 60 ? other : usual });
  return found;
}

describe('what is extreme is told of at once, from one reading that a person took', () => {
  it.each<[string, MetricId, number, string[]]>([
    ['45 mmol/L', 'glucose', glucoseMmolLToMgDl(45), ['glucose-extremely-high']],
    ['the highest that a Dexcom sensor gives', 'glucose', 400, ['glucose-extremely-high']],
    ['399 mg/dL', 'glucose', 399, []],
    ['a very low glucose', 'glucose', 40, ['glucose-very-low']],
    ['a systolic pressure of 220', 'systolic', 220, ['systolic-crisis']],
    ['a systolic pressure of 70', 'systolic', 70, ['systolic-very-low']],
    ['a diastolic pressure of 130', 'diastolic', 130, ['diastolic-crisis']],
    ['a body temperature of 33 °C', 'body_temp', 33, ['body-temperature-low']],
  ])('%s', (_, metric, value, rules) => {
    const found = told(metric, once(value));
    expect(Object.keys(found)).toEqual(rules);
    for (const minutes of Object.values(found)) expect(minutes).toBeLessThanOrEqual(5);
  });
});

describe('what a band measures that is extreme is told of within twenty minutes, and a single reading is not', () => {
  it.each<[MetricId, number, number, string]>([
    ['heart_rate', 70, 210, 'pulse-extremely-high'],
    ['heart_rate', 70, 25, 'pulse-extremely-low'],
    ['resp_rate', 15, 42, 'respiration-extremely-high'],
    ['resp_rate', 15, 4, 'respiration-extremely-low'],
    ['spo2', 96, 75, 'spo2-extremely-low'],
  ])('%s of %d, then %d: %s', (metric, usual, other, rule) => {
    expect(told(metric, band(metric, usual, other, 40))[rule]).toBeLessThanOrEqual(20);
    expect(told(metric, band(metric, usual, other, 5))).not.toHaveProperty(rule);
  });
});
