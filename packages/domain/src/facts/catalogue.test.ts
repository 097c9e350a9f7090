import { describe, expect, it } from 'vitest';
import { metricIds } from '../metrics/catalogue.ts';
import { factBases } from './catalogue.ts';
import { nameOfFact, nameOfFactOverTime, parseFact, parseFactOverTime } from './fact.ts';
import { screenMetricIds, screenMetrics } from './screens.ts';
import { reductions, statistics } from './statistics.ts';

describe('the catalogue of facts', () => {
  it.each(factBases.map((base) => [base.id, base] as const))('%s is complete, and each of its names is read back as itself', (id, base) => {
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(base.label.trim()).not.toBe('');
    expect(base.range[0]).toBeLessThan(base.range[1]);
    expect(Number.isInteger(base.decimals) && base.decimals >= 0 && base.decimals <= 2).toBe(true);
    expect(base.missing).toMatch(/^[A-Z].+\.$/);
    expect(base.series.length).toBeGreaterThan(0);
    for (const statistic of base.statistics) expect(statistics).toContain(statistic);
    for (const aggregate of base.aggregates) expect(reductions).toContain(aggregate);
    for (const name of base.series) {
      const fact = parseFactOverTime(name);
      expect(fact && nameOfFactOverTime(fact)).toBe(name);
    }
    if (!base.atTimesOfDay) return;
    for (const statistic of base.statistics)
      for (const ending of ['from_0600_to_1200', 'from_2200_to_0600_sat', 'sun'])
        for (const window of ['30d', '3m']) {
          const name = `${base.id}_${statistic}_${ending}_${window}`;
          const fact = parseFact(name);
          expect(fact && nameOfFact(fact)).toBe(name);
        }
  });

  it('has every metric and no id or name twice', () => {
    const ids = factBases.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...metricIds]));
    expect(new Set(ids).size).toBe(ids.length);
    const names = factBases.flatMap(({ series }) => series);
    expect(new Set(names).size).toBe(names.length);
  });

  it('carries the defaults of the specification: 80 % as the floor of oxygen saturation, −1 for a weight that is none', () => {
    const of = (id: string) => factBases.find((base) => base.id === id);
    expect([of('spo2')?.floor, of('weight')?.standsForNone]).toEqual([80, -1]);
  });
});

it('screens have the words of the specification', () => {
  expect(screenMetricIds).toEqual([
    'sleep',
    'steps',
    'heart_rate',
    'rhr',
    'rmssd',
    'resp_rate',
    'glucose',
    'spo2',
    'meals',
    'blood_pressure',
    'temp',
    'gsr',
    'weight',
    'band_removed',
  ]);
  expect([screenMetrics.steps, screenMetrics.rmssd, screenMetrics.band_removed].map(({ label }) => label)).toEqual([
    'Movement',
    'HRV',
    'Band Status',
  ]);
});
