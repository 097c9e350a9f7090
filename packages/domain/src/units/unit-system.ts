import type { Metric } from '../metrics/catalogue.ts';
import {
  celsiusToFahrenheit,
  fahrenheitToCelsius,
  glucoseMgDlToMmolL,
  glucoseMmolLToMgDl,
  kilogramsToPounds,
  poundsToKilograms,
} from './conversions.ts';
import { convertedDecimals, fixedText, roundTo } from './rounding.ts';

export type UnitSystem = 'metric' | 'imperial';

export const glucoseUnits = ['mg/dL', 'mmol/L'] as const;
export type GlucoseUnit = (typeof glucoseUnits)[number];

/** The units that a person reads and types. Whoever weighs in pounds may well measure glucose in mmol/L. */
export interface Units {
  readonly system: UnitSystem;
  readonly glucose: GlucoseUnit;
}

/** The units in which everything is kept. */
export const keptUnits: Units = { system: 'metric', glucose: 'mg/dL' };

/** Throws on anything but `metric` and `imperial`, as specified: a wrong unit is worse than none. */
export function parseUnitSystem(text: string): UnitSystem {
  if (text === 'metric' || text === 'imperial') return text;
  throw new RangeError('The unit system is "metric" or "imperial"');
}

/** A unit that people read in place of the one that is kept. */
export interface ShownUnit {
  readonly unit: string;
  readonly convert: (kept: number) => number;
  readonly convertBack: (typed: number) => number;
  /** Digits after the point, where they are not the metric's own. */
  readonly decimals?: number;
}

const pounds: ShownUnit = { unit: 'lbs', convert: kilogramsToPounds, convertBack: poundsToKilograms };
const fahrenheit: ShownUnit = { unit: '°F', convert: celsiusToFahrenheit, convertBack: fahrenheitToCelsius };
/** 1 mmol/L is 18 mg/dL: meters show one decimal (ISO 15197). */
const millimoles: ShownUnit = { unit: 'mmol/L', convert: glucoseMgDlToMmolL, convertBack: glucoseMmolLToMgDl, decimals: 1 };

/**
 * The unit in place of a kept one, by its UCUM code; undefined where it is read as it is kept. Only weight and temperature follow the
 * unit system (specification); glucose has a setting of its own.
 */
export function shownInPlaceOf(ucum: string, { system, glucose }: Units): ShownUnit | undefined {
  if (ucum === 'mg/dL') return glucose === 'mmol/L' ? millimoles : undefined;
  if (system === 'metric') return undefined;
  return ucum === 'kg' ? pounds : ucum === 'Cel' ? fahrenheit : undefined;
}

/** The unit that a person reads for a metric. */
export function displayUnit(metric: Pick<Metric, 'unit' | 'ucum'>, units: Units): string {
  return shownInPlaceOf(metric.ucum, units)?.unit ?? metric.unit;
}

/** Digits after the point of a metric in the person's units. */
export function displayDecimals(metric: Pick<Metric, 'ucum' | 'decimals'>, units: Units): number {
  return shownInPlaceOf(metric.ucum, units)?.decimals ?? metric.decimals;
}

/** A kept value in the person's units; not rounded, so that whoever writes it rounds once. */
export function displayValue(metric: Pick<Metric, 'ucum'>, value: number, units: Units): number {
  return shownInPlaceOf(metric.ucum, units)?.convert(value) ?? value;
}

/** What a person typed in their units, in the metric's own; not rounded. */
export function typedValue(metric: Pick<Metric, 'ucum'>, typed: number, units: Units): number {
  return shownInPlaceOf(metric.ucum, units)?.convertBack(typed) ?? typed;
}

/** Whether nobody can tell two kept values apart: 181 and 180 mg/dL both read 10.0 mmol/L. */
export function readTheSame(metric: Pick<Metric, 'ucum' | 'decimals'>, one: number, other: number, units: Units): boolean {
  return displayText(metric, one, units) === displayText(metric, other, units);
}

/**
 * Digits after the point with which a value reads on its own side of a limit beside it, which is read as always: 69.4 mg/dL is below 70, and
 * 3.9 mmol/L would not be below 3.9, so it reads 3.85. Those of the unit where they are enough, or where more would not help.
 */
export function decimalsApart(metric: Pick<Metric, 'ucum' | 'decimals'>, value: number, limit: number, units: Units): number {
  const beside = Number(displayText(metric, limit, units));
  const usual = displayDecimals(metric, units);
  for (let decimals = usual; decimals <= convertedDecimals; decimals += 1)
    if (Math.sign(roundTo(displayValue(metric, value, units), decimals) - beside) === Math.sign(value - limit)) return decimals;
  return usual;
}

/** A kept value as the person reads it: with the decimals of the unit, without the unit. */
export function displayText(metric: Pick<Metric, 'ucum' | 'decimals'>, value: number, units: Units): string {
  return fixedText(displayValue(metric, value, units), displayDecimals(metric, units));
}
