import { describe, expect, it } from 'vitest';
import { imperialUnits, metricUnits } from '../units/testing/units.ts';
import { type Measure, measureOf, measureShown, measures, measureTyped, measureValue, type NumberMeasure } from './measures.ts';

const number = (id: string): NumberMeasure => {
  const measure = measureOf(id);
  if (measure?.type !== 'measure') throw new Error(`${id} is no number`);
  return measure;
};

/** The specification's validation rules, literally. */
const specified: [id: string, metric: [string, number, number], imperial: [string, number, number]][] = [
  ['age', ['years', 18, 120], ['years', 18, 120]],
  ['weight', ['kg', 3, 500], ['lbs', 5, 1100]],
  ['bmi', ['kg/m²', 5, 80], ['kg/m²', 5, 80]],
  ['heart_rate', ['bpm', 0, 300], ['bpm', 0, 300]],
  ['rhr', ['bpm', 0, 300], ['bpm', 0, 300]],
  ['rmssd', ['ms', 0, 300], ['ms', 0, 300]],
  ['resp_rate', ['br/min', 0, 40], ['br/min', 0, 40]],
  ['spo2', ['', 0, 1], ['', 0, 1]],
  ['skin_temp', ['°C', 20, 43], ['°F', 68, 110]],
  ['sleep_awakenings', ['', 0, 20], ['', 0, 20]],
  ['sleep_latency', ['s', 0, 3600], ['s', 0, 3600]],
  ['sleep_efficiency', ['%', 0, 100], ['%', 0, 100]],
  ['steps', ['steps', 0, 30_000], ['steps', 0, 30_000]],
  ['distance', ['m', 0, 10_000], ['m', 0, 10_000]],
  ['calories', ['cal', 0, 6_000], ['cal', 0, 6_000]],
  ['relative_population_stroke', ['x', 0.1, 10], ['x', 0.1, 10]],
];

describe('measures', () => {
  it.each(specified)('%s ranges as specified, in both unit systems', (id, metric, imperial) => {
    const { scales } = number(id);
    expect([scales.metric.unit, ...scales.metric.range]).toEqual(metric);
    expect([scales.imperial.unit, ...scales.imperial.range]).toEqual(imperial);
  });

  it.each(measures.map((measure) => [measure.id, measure] as const))('%s is complete', (id, measure: Measure) => {
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(measure.label.trim()).not.toBe('');
    expect(measure.missing).toMatch(/^[A-Z].+\.$/);
    expect(measure.staleAfterSeconds === null || measure.staleAfterSeconds > 0).toBe(true);
    if (measure.type === 'value') expect(measure.values.length).toBeGreaterThan(1);
    else for (const { range, step } of Object.values(measure.scales)) expect(range[0] + step).toBeLessThan(range[1]);
  });

  it('has no id and no label twice', () => {
    for (const key of ['id', 'label'] as const) expect(new Set(measures.map((measure) => measure[key])).size).toBe(measures.length);
  });

  it('a risk moves by 0.1, a diagnosis is "yes" or unknown', () => {
    expect(number('relative_population_stroke').scales.metric.step).toBe(0.1);
    expect(measureOf('e_hypertension')).toMatchObject({ type: 'value', values: ['yes'] });
  });

  it.each<[string, number, number]>([
    ['spo2', 97, 0.97],
    ['weight', 80, 80],
  ])('a reading of %s of %d is the value %d', (id, kept, value) => expect(measureValue(number(id), kept)).toBeCloseTo(value, 12));

  it.each<[string, number, number]>([
    ['weight', 80, 176.37],
    ['skin_temp', 37, 98.6],
    ['heart_rate', 60, 60],
    ['bmi', 24, 24],
  ])('%s of %d reads %d in imperial units, and what is typed is taken back', (id, value, shown) => {
    expect(measureShown(number(id), value, imperialUnits)).toBeCloseTo(shown, 2);
    expect(measureTyped(number(id), measureShown(number(id), value, imperialUnits), imperialUnits)).toBeCloseTo(value, 10);
    expect(measureShown(number(id), value, metricUnits)).toBe(value);
  });

  it.each(['', 'pulse', 'constructor', '__proto__', 'relative_population_', 'relative_population_1', 'e_', 'E_anemia', 'weight_conf'])(
    '"%s" is none',
    (id) => expect(measureOf(id)).toBeNull(),
  );
});
