import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { convertFromUcum } from '@vigil/domain/units/ucum';

/** A value in the unit that the catalogue keeps, from one given in a UCUM unit; NaN where it cannot be given in that unit. */
export function inKeptUnit(metric: MetricId, value: number, ucum: string): number {
  const converted = convertFromUcum(catalogue[metric], value, ucum);
  return converted.ok ? converted.value : Number.NaN;
}

/** Why a value with this unit cannot be read for a metric, whatever its number is; null where it can. Empty: it has no unit. */
export function refuseUnit(metric: MetricId, ucum: string): string | null {
  const { label, unit } = catalogue[metric];
  const plain = convertFromUcum(catalogue[metric], 1, '1');
  const isPlainNumber = plain.ok && plain.value === 1;
  if (ucum === '') return isPlainNumber ? null : `${label} has no unit, so it is not known what it is in`;
  return convertFromUcum(catalogue[metric], 1, ucum).ok ? null : `${label} is in a unit that cannot be converted to ${unit}`;
}
