import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reasonFigures } from '../attention/reason-figures.ts';
import { measureText } from '../facts/measure-text.ts';
import { measureOf } from '../facts/measures.ts';
import { catalogue, metricIds } from '../metrics/catalogue.ts';
import { imperialUnits, metricUnits, molarUnits } from './testing/units.ts';
import { displayText, type Units } from './unit-system.ts';

/** A share of two whole numbers as a decimal, halves away from zero, worked out in whole numbers alone. */
function decimalText(numerator: bigint, denominator: bigint, decimals: number): string {
  const scaled = (numerator < 0n ? -numerator : numerator) * 10n ** BigInt(decimals);
  const rounded = (2n * scaled + denominator) / (2n * denominator);
  const digits = String(rounded).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return numerator < 0n && rounded > 0n ? `-${text}` : text;
}

/** Thousandths of the kept unit, exactly in the person's. */
function exactText(thousandths: number, ucum: string, units: Units, decimals: number): string {
  const kept = BigInt(thousandths);
  if (units === imperialUnits && ucum === 'kg') return decimalText(kept * 220_462_262_185n, 10n ** 14n, decimals);
  if (units === imperialUnits && ucum === 'Cel') return decimalText(kept * 9n + 160_000n, 5_000n, decimals);
  // 18.0182 mg/dL are 1 mmol/L.
  if (units === molarUnits && ucum === 'mg/dL') return decimalText(kept * 10n, 180_182n, 1);
  return decimalText(kept, 1_000n, decimals);
}

const systems = fc.constantFrom(metricUnits, imperialUnits, molarUnits);

it('every metric reads as its exact decimal, rounded once, in whichever units', () => {
  const keptValue = fc.constantFrom(...metricIds).chain((metric) => {
    const [low, high] = catalogue[metric].plausible;
    const ends = { min: Math.ceil(low * 1_000), max: Math.floor(Math.min(high, 1_000_000) * 1_000) };
    // Many in steps of a twentieth, where the halves are.
    return fc.tuple(
      fc.constant(metric),
      fc.oneof(
        fc.integer(ends),
        fc.integer({ min: ends.min / 50, max: ends.max / 50 }).map((n) => n * 50),
      ),
    );
  });
  fc.assert(
    fc.property(keptValue, systems, ([metric, thousandths], units) => {
      const { ucum, decimals } = catalogue[metric];
      const expected = exactText(thousandths, ucum, units, decimals);
      expect(displayText(catalogue[metric], thousandths / 1_000, units)).toBe(expected);
      const measure = measureOf(metric);
      if (measure?.type === 'measure' && measure.perKept === 1)
        expect(measureText(measure, thousandths / 1_000, units)).toBe(exactText(thousandths, ucum, units, Math.min(decimals, 2)));
    }),
    { numRuns: 5_000 },
  );
});

it('a reason to look at somebody reads as the same figures do elsewhere', () => {
  fc.assert(
    fc.property(fc.integer({ min: 30_000, max: 42_000 }), fc.integer({ min: 35_000, max: 39_000 }), systems, (value, usual, units) => {
      const [now, before] = [value / 1_000, usual / 1_000];
      const figures = reasonFigures({ kind: 'change', metric: 'skin_temp', value: now, reference: before } as never, units);
      expect([figures.value, figures.reference]).toEqual([
        exactText(value, 'Cel', units, catalogue.skin_temp.decimals),
        exactText(usual, 'Cel', units, catalogue.skin_temp.decimals),
      ]);
    }),
  );
});
