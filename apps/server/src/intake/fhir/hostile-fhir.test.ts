import { describe, expect, it } from 'vitest';
import { maxCodings, maxComponents, maxIssues } from '../limits.ts';
import { readObservation } from './read-observation.ts';
import { subjectRule } from './subjects.ts';

/** Time of this thread, which is the same on a busy machine. */
const longestAnswerMs = 1_000;
const ucum = 'http://unitsofmeasure.org';

const plain = {
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: 'Patient/00000000-0000-4000-8000-000000000001' },
  effectiveDateTime: '2026-01-01T08:00:00Z',
  valueQuantity: { value: 60, system: ucum, code: '/min' },
};

function read(resource: object) {
  const before = process.threadCpuUsage();
  const result = readObservation(resource, Date.UTC(2026, 0, 15), subjectRule([]));
  const { user, system } = process.threadCpuUsage(before);
  return { result, tookMs: (user + system) / 1000 };
}

const samples = (data: string, code = '/min') => ({
  ...plain,
  valueQuantity: undefined,
  valueSampledData: { origin: { value: 0, system: ucum, code }, period: 1000, dimensions: 1, data },
});
const many = <T>(count: number, one: T): T[] => new Array<T>(count).fill(one);

describe('an Observation made to stall the server', () => {
  it.each([
    ['a unit with an annotation of 1 MB for 100,000 samples', samples('60 '.repeat(100_000), `{${'x'.repeat(1_000_000)}}/min`), 'unit'],
    ['four million samples', samples('6 '.repeat(4_000_000)), 'More than 100000 samples'],
    ['a million components that are none', { ...plain, component: many(1_000_000, 0) }, `<=${maxComponents} items`],
    ['a million codings that are none', { ...plain, code: { coding: many(1_000_000, 0) } }, `<=${maxCodings} items`],
    ['a million performers that are none', { ...plain, performer: many(1_000_000, 0) }, 'items'],
    [
      'a time of a million figures',
      { ...plain, effectiveDateTime: `2026-01-01T08:00:00.${'1'.repeat(1_000_000)}x` },
      'Not a FHIR dateTime',
    ],
    ['a subject of a million slashes', { ...plain, subject: { reference: `https://${'a/'.repeat(1_000_000)}` } }, 'Patient/{id}'],
  ])('%s: is refused at once, with what is wrong', (_name, resource, reason) => {
    const { result, tookMs } = read(resource);
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.issues.length).toBeLessThanOrEqual(maxIssues);
      expect(result.issues.map(({ diagnostics }) => diagnostics).join()).toContain(reason);
    }
    expect(tookMs).toBeLessThan(longestAnswerMs);
  });

  it('lists a few issues of many, and a few notes', () => {
    const wrong = read({ ...plain, component: many(maxComponents, { code: 0 }) }).result;
    expect(wrong).toMatchObject({ ok: false, issues: { length: maxIssues } });
    const passedOver = read({ ...plain, component: many(maxComponents, { code: {} }) }).result;
    expect(passedOver).toMatchObject({ ok: true, notes: { length: maxIssues } });
  });
});
