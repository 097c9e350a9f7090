import type { Metric } from '../metrics/catalogue.ts';
import { acceptedUcumCodes } from './ucum.ts';

/** Units as people and vendors write them in a column heading, in lower case and without spaces, with their UCUM codes. */
const names: Readonly<Record<string, string>> = {
  bpm: '/min',
  'beats/min': '/min',
  'beats/minute': '/min',
  'br/min': '/min',
  brpm: '/min',
  'breaths/min': '/min',
  'breaths/minute': '/min',
  '/min': '/min',
  hz: 'Hz',
  ms: 'ms',
  msec: 'ms',
  s: 's',
  sec: 's',
  '%': '%',
  percent: '%',
  c: 'Cel',
  '°c': 'Cel',
  ºc: 'Cel',
  degc: 'Cel',
  cel: 'Cel',
  celsius: 'Cel',
  f: '[degF]',
  '°f': '[degF]',
  ºf: '[degF]',
  degf: '[degF]',
  fahrenheit: '[degF]',
  k: 'K',
  µs: 'uS',
  μs: 'uS',
  us: 'uS',
  steps: '1',
  count: '1',
  counts: '1',
  kcal: 'kcal',
  // On a food label and on every band "cal" is the large calorie.
  cal: 'kcal',
  calories: 'kcal',
  kj: 'kJ',
  m: 'm',
  meters: 'm',
  metres: 'm',
  km: 'km',
  mi: '[mi_i]',
  miles: '[mi_i]',
  ft: '[ft_i]',
  feet: '[ft_i]',
  yd: '[yd_i]',
  kg: 'kg',
  kgs: 'kg',
  kilograms: 'kg',
  g: 'g',
  lb: '[lb_av]',
  lbs: '[lb_av]',
  pounds: '[lb_av]',
  st: '[stone_av]',
  oz: '[oz_av]',
  mmhg: 'mm[Hg]',
  'mm[hg]': 'mm[Hg]',
  kpa: 'kPa',
  'mg/dl': 'mg/dL',
  mgdl: 'mg/dL',
  'mmol/l': 'mmol/L',
  mmoll: 'mmol/L',
  'g/l': 'g/L',
  // Insulin is dosed in international units; in UCUM a plain U is the unit of enzymes.
  u: '[iU]',
  iu: '[iU]',
  units: '[iU]',
};

/**
 * The UCUM code that a written unit means for this metric; undefined when it means nothing, or nothing this metric can be
 * measured in. Case and spaces do not matter, except where the text already is one of the metric's UCUM codes.
 */
export function ucumFromName(metric: Pick<Metric, 'ucum' | 'unit'>, written: string): string | undefined {
  const trimmed = written.trim();
  const accepted = acceptedUcumCodes(metric);
  if (trimmed === metric.unit || trimmed === '') return metric.ucum;
  if (accepted.includes(trimmed)) return trimmed;
  const key = trimmed.toLowerCase().replace(/\s+/g, '');
  const code = Object.hasOwn(names, key) ? names[key] : undefined;
  return code !== undefined && accepted.includes(code) ? code : undefined;
}
