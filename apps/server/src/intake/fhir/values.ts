import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { acceptedUcumCodes, convertFromUcum } from '@vigil/domain/units/ucum';
import { ucum } from './codes.ts';
import { fault, type Issue } from './outcome.ts';
import type { Measured, Quantity, SampledData } from './shapes.ts';

/** A value of a metric, `offsetSeconds` after the Observation's moment. */
export interface Value {
  readonly value: number;
  readonly offsetSeconds: number;
  readonly expression: string;
}

export interface ReadValues {
  readonly values: readonly Value[];
  readonly issues: readonly Issue[];
}

const nothing: ReadValues = { values: [], issues: [] };
/** Samples of one Observation; a day of one reading a second. */
const maxSamples = 100_000;
/** R4 SampledData.data: error, below and above the detection limit. None of them is a reading. */
const noReading = new Set(['E', 'U', 'L']);

/**
 * The values that an Observation or a component states for a metric, in the catalogue's unit. Nothing and no issue where
 * a dataAbsentReason stands in for the value. Quantities need their UCUM code; an integer counts only where the metric
 * is a plain number (steps, states), as it carries no unit.
 */
export function readValues(metric: MetricId, measured: Measured, expression: string): ReadValues {
  if (Object.entries(measured).filter(([key, value]) => key.startsWith('value') && value !== undefined).length > 1)
    return refused('structure', `${expression}.value`, 'The Observation has two values where one may stand');
  if (measured.valueQuantity) return readQuantity(metric, measured.valueQuantity, `${expression}.valueQuantity`);
  if (measured.valueSampledData) return readSamples(metric, measured.valueSampledData, `${expression}.valueSampledData`);
  if (measured.valueInteger !== undefined) return readInteger(metric, measured.valueInteger, `${expression}.valueInteger`);
  if (measured.dataAbsentReason) return nothing;
  const other = Object.keys(measured).find((key) => key.startsWith('value'));
  return other
    ? refused(
        'not-supported',
        `${expression}.${other}`,
        'A reading has to be a Quantity with its UCUM unit, SampledData, or for counts an integer',
      )
    : refused('required', `${expression}.value`, 'The Observation has no value');
}

function readQuantity(metric: MetricId, quantity: Quantity, expression: string): ReadValues {
  if (quantity.value === undefined) return refused('required', `${expression}.value`, 'The quantity has no value');
  if (quantity.comparator !== undefined)
    return refused('not-supported', `${expression}.comparator`, 'A bound such as "less than" is not a reading');
  const converted = toKept(metric, quantity.value, quantity, expression);
  return typeof converted === 'number'
    ? { values: [{ value: converted, offsetSeconds: 0, expression }], issues: [] }
    : { values: [], issues: [converted] };
}

function readInteger(metric: MetricId, value: number, expression: string): ReadValues {
  const { label, ucum: kept, unit } = catalogue[metric];
  if (kept === '1' || kept === '{steps}') return { values: [{ value, offsetSeconds: 0, expression }], issues: [] };
  return refused('required', expression, `${label} has a unit (${unit}), so it has to be a Quantity with its UCUM code`);
}

function readSamples(metric: MetricId, sampled: SampledData, expression: string): ReadValues {
  if (sampled.dimensions !== 1)
    return refused('not-supported', `${expression}.dimensions`, 'Only samples of one dimension can be readings');
  const { value: origin = 0 } = sampled.origin;
  const data = `${expression}.data`;
  const values: Value[] = [];
  let index = -1;
  for (const [text] of (sampled.data ?? '').matchAll(/\S+/g)) {
    index += 1;
    if (index >= maxSamples) return refused('not-supported', data, `More than ${maxSamples} samples; send them in several Observations`);
    if (noReading.has(text)) continue;
    const converted = toKept(metric, origin + Number(text) * (sampled.factor ?? 1), sampled.origin, `${expression}.origin`);
    if (typeof converted !== 'number') return { values: [], issues: [converted] };
    if (!Number.isFinite(converted)) return refused('value', data, 'The samples are not all numbers');
    values.push({ value: converted, offsetSeconds: (index * sampled.period) / 1000, expression: data });
  }
  return { values, issues: [] };
}

function toKept(metric: MetricId, value: number, { system, code }: Quantity, expression: string): number | Issue {
  const { label } = catalogue[metric];
  if (system !== ucum || code === undefined)
    return fault(
      'required',
      `${expression}.code`,
      `The unit has to be given as a UCUM code (system ${ucum}), for ${label} as in "${catalogue[metric].ucum}"`,
    );
  const converted = convertFromUcum(catalogue[metric], value, code);
  if (converted.ok) return converted.value;
  const accepted = acceptedUcumCodes(catalogue[metric]).join(', ');
  return converted.why === 'dimension'
    ? fault('value', `${expression}.code`, `${label} is not measured in that unit; one of ${accepted} can be read`)
    : fault('code-invalid', `${expression}.code`, `The unit is not one that can be read; for ${label} use one of ${accepted}`);
}

function refused(code: Issue['code'], expression: string, diagnostics: string): ReadValues {
  return { values: [], issues: [fault(code, expression, diagnostics)] };
}
