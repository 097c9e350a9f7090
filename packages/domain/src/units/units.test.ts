import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, metricIds } from '../metrics/catalogue.ts';
import * as conversions from './conversions.ts';
import { convertedDecimals, roundTo } from './rounding.ts';
import { imperialUnits, metricUnits, molarUnits } from './testing/units.ts';
import { acceptedUcumCodes, convertFromUcum } from './ucum.ts';
import { ucumFromName } from './unit-names.ts';
import { decimalsApart, displayText, displayUnit, displayValue, parseUnitSystem, typedValue } from './unit-system.ts';

describe('conversions', () => {
  it.each([
    ['80 kg in lb', conversions.kilogramsToPounds(80), 176.369809748],
    ['185 lb in kg', conversions.poundsToKilograms(185), 83.91458845],
    ['10 in in cm', conversions.inchesToCentimeters(10), 25.4],
    ['37 °C in °F', conversions.celsiusToFahrenheit(37), 98.6],
    ['-40 °C in °F', conversions.celsiusToFahrenheit(-40), -40],
    ['98.6 °F in °C', conversions.fahrenheitToCelsius(98.6), 37],
    ['6.3 mmol/L in mg/dL', conversions.glucoseMmolLToMgDl(6.3), 113.51466],
    ['1 kcal in kJ', conversions.kilocaloriesToKilojoules(1), 4.184],
    ['16 kPa in mmHg', conversions.kilopascalsToMmHg(16), 120.01020087],
  ])('%s', (_name, converted, expected) => expect(converted).toBeCloseTo(expected, 6));

  it.each([
    [1.8288, 6, 0],
    [1.8287, 6, 0],
    [1.75, 5, 9],
    [0.3, 1, 0],
  ])('%s m is %s ft %s in, and never 12 in', (meters, feet, inches) =>
    expect(conversions.metersToFeetAndInches(meters)).toEqual({ feet, inches }),
  );

  it('there and back is the same value', () => {
    const pairs = [
      [conversions.kilogramsToPounds, conversions.poundsToKilograms],
      [conversions.centimetersToInches, conversions.inchesToCentimeters],
      [conversions.celsiusToFahrenheit, conversions.fahrenheitToCelsius],
      [conversions.glucoseMgDlToMmolL, conversions.glucoseMmolLToMgDl],
      [conversions.kilocaloriesToKilojoules, conversions.kilojoulesToKilocalories],
      [conversions.mmHgToKilopascals, conversions.kilopascalsToMmHg],
    ] as const;
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.constantFrom(...pairs), (value, [there, back]) => {
        expect(back(there(value))).toBeCloseTo(value, 8);
      }),
    );
  });
});

describe('rounding', () => {
  it.each([
    [1.005, 2, 1.01],
    [2.675, 2, 2.68],
    [-1.005, 2, -1.01],
    [-0.001, 2, 0],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [1234.5678, 2, 1234.57],
    // A mean of 1,440 readings of 0.1 that is exactly 36.65, and comes out of the adding as less.
    [36.64999999999995, 1, 36.7],
    [36.6499, 1, 36.6],
    [36.64999999, 1, 36.6],
    [999_999_999.994, 2, 999_999_999.99],
  ])('%s to %s places is %s', (value, decimals, expected) => expect(Object.is(roundTo(value, decimals), expected)).toBe(true));

  it('leaves what is not finite alone', () => {
    expect(roundTo(Number.NaN, 2)).toBeNaN();
    expect(roundTo(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the unit system', () => {
  it('changes weight and temperature, and nothing else', () => {
    expect(displayValue(catalogue.weight, 80, imperialUnits)).toBeCloseTo(176.369809748, 9);
    expect(displayUnit(catalogue.weight, imperialUnits)).toBe('lbs');
    expect(displayValue(catalogue.skin_temp, 36.6, imperialUnits)).toBeCloseTo(97.88, 9);
    expect(displayUnit(catalogue.skin_temp, imperialUnits)).toBe('°F');
    expect(displayValue(catalogue.weight, 80.126, metricUnits)).toBe(80.126);
    expect(displayUnit(catalogue.heart_rate, imperialUnits)).toBe('bpm');
  });

  it('rounds a kept value once, to the digits of its metric', () => {
    expect(displayText(catalogue.weight, 88.2, imperialUnits)).toBe('194.4');
    expect(displayText(catalogue.heart_rate, 61.496, metricUnits)).toBe('61');
    expect(displayText(catalogue.skin_temp, 37.25, imperialUnits)).toBe('99.1');
  });

  it('reads glucose in mmol/L with one decimal, whatever the unit system', () => {
    expect(displayText(catalogue.glucose, 45, molarUnits)).toBe('2.5');
    expect(displayText(catalogue.glucose, 99.1001, { ...imperialUnits, glucose: 'mmol/L' })).toBe('5.5');
    expect(displayText(catalogue.glucose, 99.1001, imperialUnits)).toBe('99');
    expect([displayUnit(catalogue.glucose, molarUnits), displayUnit(catalogue.weight, molarUnits)]).toEqual(['mmol/L', 'kg']);
  });

  it('keeps what was typed so that it reads the same again', () => {
    for (let tenths = 6; tenths <= 555; tenths += 1) {
      const typed = tenths / 10;
      const kept = roundTo(typedValue(catalogue.glucose, typed, molarUnits), convertedDecimals);
      expect(displayText(catalogue.glucose, kept, molarUnits)).toBe(typed.toFixed(1));
    }
  });

  it.each([
    ['usual digits where these tell the two apart', 'glucose', 69, 70, molarUnits, 1],
    ['69.4 mg/dL is 3.85 mmol/L where 70 is 3.9', 'glucose', 69.4, 70, molarUnits, 2],
    ['a glucose that is the limit', 'glucose', 70, 70, molarUnits, 1],
    ['69.7 mg/dL would read 70', 'glucose', 69.7, 70, metricUnits, 1],
    ['38.05 °C is 100.49 °F where 38.06 is 100.5', 'body_temp', 38.05, 38.06, imperialUnits, 2],
    ['a limit that is itself read with fewer', 'weight', 90.71, 90.72, metricUnits, 1],
  ] as const)('a value reads on its own side of a limit: %s', (_, metric, value, limit, units, decimals) =>
    expect(decimalsApart(catalogue[metric], value, limit, units)).toBe(decimals),
  );

  it('refuses any other system', () => expect(() => parseUnitSystem('Imperial')).toThrow('"metric" or "imperial"'));
});

describe('UCUM', () => {
  it.each([
    ['weight', 185, '[lb_av]', 83.914588],
    ['weight', 83914, 'g', 83.914],
    ['body_temp', 98.6, '[degF]', 37],
    ['body_temp', 310.15, 'K', 37],
    ['heart_rate', 61, '{beats}/min', 61],
    ['heart_rate', 1.5, 'Hz', 90],
    ['resp_rate', 26, '/min', 26],
    ['spo2', 0.97, '1', 97],
    ['glucose', 6.3, 'mmol/L', 113.51466],
    ['systolic', 16, 'kPa', 120.010201],
    ['systolic', 1.6, 'm[H2O]', 117.689804],
    ['steps', 1200, '{steps}', 1200],
    ['calories', 418.4, 'kJ', 100],
    ['distance', 1, '[mi_i]', 1609.344],
    ['rmssd', 0.042, 's', 42],
  ] as const)('%s: %s %s is kept as %s', (metric, value, code, kept) =>
    expect(convertFromUcum(catalogue[metric], value, code)).toEqual({ ok: true, value: kept }),
  );

  it.each([
    ['weight', 'Cel', 'dimension'],
    ['heart_rate', '%', 'dimension'],
    ['steps', '%', 'dimension'],
    ['weight', 'lbs', 'unknown'],
    ['weight', 'KG', 'unknown'],
    ['weight', 'constructor', 'unknown'],
    ['glucose', 'mg/dl', 'unknown'],
  ] as const)('%s in %s is refused (%s)', (metric, code, why) =>
    expect(convertFromUcum(catalogue[metric], 1, code)).toEqual({ ok: false, why }),
  );

  it('every code offered for a metric converts', () => {
    for (const id of metricIds)
      for (const code of acceptedUcumCodes(catalogue[id]))
        expect(convertFromUcum(catalogue[id], 1, code), `${id} ${code}`).toMatchObject({ ok: true });
  });
});

describe('written units', () => {
  it.each([
    ['weight', 'lb', '[lb_av]'],
    ['weight', 'Pounds', '[lb_av]'],
    ['body_temp', '°F', '[degF]'],
    ['glucose', 'mmol/L', 'mmol/L'],
    ['glucose', 'MMOL / L', 'mmol/L'],
    ['calories', 'cal', 'kcal'],
    ['heart_rate', 'bpm', '/min'],
    ['gsr', 'µS', 'uS'],
    ['spo2', '', '%'],
    ['weight', '°F', undefined],
    ['weight', 'stones?', undefined],
  ] as const)('%s in "%s" is %s', (metric, written, code) => expect(ucumFromName(catalogue[metric], written)).toBe(code));

  it('what the catalogue shows people can be read back', () => {
    for (const id of metricIds) expect(ucumFromName(catalogue[id], catalogue[id].unit)).toBe(catalogue[id].ucum);
  });
});
