import { describe, expect, it } from 'vitest';
import { acceptedUcumCodes, convertFromUcum } from '../units/ucum.ts';
import { catalogue, isMetricId, type Metric, metricIds } from './catalogue.ts';

const entries: readonly Metric[] = metricIds.map((id) => catalogue[id]);

/** A LOINC code ends in a check digit: Luhn's mod 10 over the digits before the hyphen. */
function checkDigitHolds(code: string): boolean {
  const match = /^(\d{1,7})-(\d)$/.exec(code);
  if (!match) return false;
  const sum = [...String(match[1])].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(match[2]);
}

describe('the metric catalogue', () => {
  it.each(entries.map((entry) => [entry.id, entry] as const))('%s is complete', (id, entry) => {
    expect(id).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(entry.label.trim()).not.toBe('');
    expect(['heart', 'oxygen', 'movement', 'sleep', 'temperature', 'body', 'metabolic', 'device']).toContain(entry.family);
    expect(['level', 'count', 'state']).toContain(entry.kind);
    expect(entry.unit === '').toBe(entry.kind === 'state');
    expect(entry.plausible[0]).toBeLessThan(entry.plausible[1]);
    expect(entry.axis[0]).toBeLessThan(entry.axis[1]);
    expect(Number.isInteger(entry.decimals) && entry.decimals >= 0 && entry.decimals <= 4).toBe(true);
    expect(typeof entry.zeroCounts).toBe('boolean');
    expect(acceptedUcumCodes(entry).length).toBeGreaterThan(1 - Number(entry.ucum === '1'));
    expect(convertFromUcum(entry, 42.125, entry.ucum)).toEqual({ ok: true, value: 42.125 });
  });

  it('every LOINC code has a true check digit and belongs to one metric only', () => {
    const codes = entries.flatMap((entry) => entry.loinc);
    expect(codes.filter((code) => !checkDigitHolds(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('carries the codes that the FHIR R4 vital-signs profile requires, as the first of their metric', () => {
    expect(Object.fromEntries(entries.map((entry) => [entry.id, entry.loinc[0]]))).toMatchObject({
      heart_rate: '8867-4',
      resp_rate: '9279-1',
      spo2: '2708-6',
      body_temp: '8310-5',
      weight: '29463-7',
      systolic: '8480-6',
      diastolic: '8462-4',
    });
  });

  it('knows its own ids and nothing of the object it is built on', () => {
    expect(metricIds.every(isMetricId)).toBe(true);
    for (const id of ['', 'pulse', 'constructor', '__proto__', 'toString']) expect(isMetricId(id)).toBe(false);
  });

  it('gives every label once', () => {
    const labels = entries.map((entry) => entry.label.toLowerCase());
    expect(new Set(labels).size).toBe(labels.length);
  });
});
