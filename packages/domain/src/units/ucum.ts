import type { Metric } from '../metrics/catalogue.ts';
import { fahrenheitToCelsius, glucoseMmolLToMgDl, kilojoulesToKilocalories, kilopascalsToMmHg, poundsToKilograms } from './conversions.ts';
import { convertedDecimals, roundTo } from './rounding.ts';

/** What a metric measures; units convert only within one. Glucose is its own, as its molar mass takes part. */
type Dimension =
  | 'rate'
  | 'time'
  | 'share'
  | 'count'
  | 'temperature'
  | 'conductance'
  | 'energy'
  | 'length'
  | 'mass'
  | 'pressure'
  | 'glucose'
  | 'potency';

type ToKept = (value: number) => number;
const times =
  (factor: number): ToKept =>
  (value) =>
    value * factor;

const same = times(1);
/** One pascal-based column of water, UCUM: m[H2O] is 9.80665 kPa. */
const kilopascalsPerMeterOfWater = 9.80665;

/** UCUM codes (case-sensitive) understood for each dimension, and the way into the unit that the catalogue keeps. */
const units: Readonly<Record<Dimension, Readonly<Record<string, ToKept>>>> = {
  rate: { '/min': same, '1/min': same, 'min-1': same, '/s': times(60), '1/s': times(60), Hz: times(60), '/h': times(1 / 60) },
  time: { ms: same, s: times(1000), us: times(0.001) },
  share: { '%': same, '1': times(100), '10*-2': same },
  count: { '1': same },
  temperature: { Cel: same, '[degF]': fahrenheitToCelsius, K: (kelvin) => kelvin - 273.15 },
  conductance: { uS: same, mS: times(1000), nS: times(0.001), S: times(1e6) },
  energy: {
    kcal: same,
    '[Cal]': same,
    cal: times(0.001),
    kJ: kilojoulesToKilocalories,
    J: (joules) => kilojoulesToKilocalories(joules / 1000),
  },
  length: {
    m: same,
    km: times(1000),
    cm: times(0.01),
    mm: times(0.001),
    '[mi_i]': times(1609.344),
    '[mi_us]': times(1609.347219),
    '[yd_i]': times(0.9144),
    '[ft_i]': times(0.3048),
    '[in_i]': times(0.0254),
  },
  mass: {
    kg: same,
    g: times(0.001),
    '[lb_av]': poundsToKilograms,
    '[oz_av]': (ounces) => poundsToKilograms(ounces / 16),
    '[stone_av]': (stones) => poundsToKilograms(stones * 14),
  },
  pressure: {
    'mm[Hg]': same,
    'cm[Hg]': times(10),
    'm[Hg]': times(1000),
    kPa: kilopascalsToMmHg,
    hPa: (value) => kilopascalsToMmHg(value / 10),
    Pa: (value) => kilopascalsToMmHg(value / 1000),
    mbar: (value) => kilopascalsToMmHg(value / 10),
    bar: (value) => kilopascalsToMmHg(value * 100),
    'm[H2O]': (value) => kilopascalsToMmHg(value * kilopascalsPerMeterOfWater),
    'cm[H2O]': (value) => kilopascalsToMmHg((value * kilopascalsPerMeterOfWater) / 100),
    'mm[H2O]': (value) => kilopascalsToMmHg((value * kilopascalsPerMeterOfWater) / 1000),
  },
  glucose: {
    'mg/dL': same,
    'mg/100mL': same,
    'g/L': times(100),
    'mg/L': times(0.1),
    'mmol/L': glucoseMmolLToMgDl,
    'umol/L': (value) => glucoseMmolLToMgDl(value / 1000),
  },
  potency: { '[iU]': same, '[IU]': same, 'm[iU]': times(0.001), 'm[IU]': times(0.001) },
};

/** The dimension behind each unit that the catalogue keeps. */
const dimensionOfKept: ReadonlyMap<string, Dimension> = new Map<string, Dimension>([
  ['/min', 'rate'],
  ['ms', 'time'],
  ['%', 'share'],
  ['1', 'count'],
  ['{steps}', 'count'],
  ['Cel', 'temperature'],
  ['uS', 'conductance'],
  ['kcal', 'energy'],
  ['m', 'length'],
  ['kg', 'mass'],
  ['mm[Hg]', 'pressure'],
  ['mg/dL', 'glucose'],
  ['[iU]', 'potency'],
]);

/** Longest text that can be a unit, in characters, annotations included. It may be asked about once for each of many samples. */
const maxCodeCharacters = 64;

export type UcumConversion =
  | { readonly ok: true; readonly value: number }
  /** `unknown`: not a unit Vigil knows. `dimension`: a known unit, but not of what this metric measures. */
  | { readonly ok: false; readonly why: 'unknown' | 'dimension' };

/**
 * A value given in a UCUM unit, in the unit the catalogue keeps for the metric. Annotations carry no meaning in UCUM,
 * so `{beats}/min` is `/min` and `{steps}` is `1`. Values already in the kept unit come back untouched.
 * Source of codes and factors: The Unified Code for Units of Measure, version 2.1.
 */
export function convertFromUcum(metric: Pick<Metric, 'ucum'>, value: number, code: string): UcumConversion {
  if (code.length > maxCodeCharacters) return { ok: false, why: 'unknown' };
  const dimension = dimensionOfKept.get(metric.ucum);
  const plain = withoutAnnotations(code);
  const convert = dimension && Object.hasOwn(units[dimension], plain) ? units[dimension][plain] : undefined;
  if (convert) return { ok: true, value: convert === same ? value : roundTo(convert(value), convertedDecimals) };
  const known = Object.values(units).some((codes) => Object.hasOwn(codes, plain));
  return { ok: false, why: known ? 'dimension' : 'unknown' };
}

/** UCUM codes accepted for a metric, its own first. */
export function acceptedUcumCodes(metric: Pick<Metric, 'ucum'>): readonly string[] {
  const dimension = dimensionOfKept.get(metric.ucum);
  const codes = dimension ? Object.keys(units[dimension]) : [];
  return [metric.ucum, ...codes.filter((code) => code !== metric.ucum)];
}

function withoutAnnotations(code: string): string {
  const plain = code.replace(/\{[^{}]*\}/g, '');
  return plain === '' ? '1' : plain;
}
