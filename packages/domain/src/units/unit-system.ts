import type { Metric } from '../metrics/catalogue.ts';
import { celsiusToFahrenheit, kilogramsToPounds } from './conversions.ts';
import { fixedText } from './rounding.ts';

export type UnitSystem = 'metric' | 'imperial';

/** Throws on anything but `metric` and `imperial`, as specified: a wrong unit is worse than none. */
export function parseUnitSystem(text: string): UnitSystem {
  if (text === 'metric' || text === 'imperial') return text;
  throw new RangeError('The unit system is "metric" or "imperial"');
}

interface Shown {
  readonly unit: string;
  readonly convert: (value: number) => number;
}

/** Only weight and temperature follow the unit system (specification); keyed by the UCUM code that the catalogue keeps. */
const imperial: ReadonlyMap<string, Shown> = new Map([
  ['kg', { unit: 'lbs', convert: kilogramsToPounds }],
  ['Cel', { unit: '°F', convert: celsiusToFahrenheit }],
]);

/** The unit that a person with this unit system reads for a metric. */
export function displayUnit(metric: Pick<Metric, 'unit' | 'ucum'>, system: UnitSystem): string {
  return (system === 'imperial' ? imperial.get(metric.ucum)?.unit : undefined) ?? metric.unit;
}

/** A kept value in the person's unit system; not rounded, so that whoever writes it rounds once. */
export function displayValue(metric: Pick<Metric, 'ucum'>, value: number, system: UnitSystem): number {
  const shown = system === 'imperial' ? imperial.get(metric.ucum) : undefined;
  return shown ? shown.convert(value) : value;
}

/** A kept value as people of this unit system read it: with the metric's decimals, without its unit. */
export function displayText(metric: Pick<Metric, 'ucum' | 'decimals'>, value: number, system: UnitSystem): string {
  return fixedText(displayValue(metric, value, system), metric.decimals);
}
