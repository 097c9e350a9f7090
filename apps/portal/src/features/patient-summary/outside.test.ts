import { expect, test } from 'vitest';
import { outsideFacts } from './outside.ts';

test('diagnoses stand before risks, the highest risk first, each with who told it; other measures are not among them', () =>
  expect(
    outsideFacts({
      data: { weight: 80, relative_population_stroke: 0.8, relative_population_copd: 2.1, e_hypertension: 'yes', e_anemia: 'yes' },
      readings: { e_hypertension: { timestamp: 100, source: 'Registry' } },
    }),
  ).toEqual([
    { id: 'e_anemia', label: 'Diagnosis: anemia', times: null, source: null, toldAt: null },
    { id: 'e_hypertension', label: 'Diagnosis: hypertension', times: null, source: 'Registry', toldAt: 100 },
    { id: 'relative_population_copd', label: 'Relative risk: COPD', times: 2.1, source: null, toldAt: null },
    { id: 'relative_population_stroke', label: 'Relative risk: stroke', times: 0.8, source: null, toldAt: null },
  ]));
