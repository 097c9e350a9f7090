import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { convertFromUcum } from '@vigil/domain/units/ucum';

/** A value in the unit that the catalogue keeps, from one given in a UCUM unit; NaN where it cannot be given in that unit. */
export function inKeptUnit(metric: MetricId, value: number, ucum: string): number {
  const converted = convertFromUcum(catalogue[metric], value, ucum);
  return converted.ok ? converted.value : Number.NaN;
}
