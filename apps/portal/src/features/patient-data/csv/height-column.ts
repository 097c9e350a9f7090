import { metersToFeetAndInches } from '@vigil/domain/units/conversions';
import { exportDecimals, roundTo } from '@vigil/domain/units/rounding';
import type { UnitSystem } from '@vigil/domain/units/unit-system';
import type { Write } from '../messages.ts';

/** A member's height for an export: feet and inches in the imperial system (specification), else meters. Nothing where it is not known. */
export function heightColumn(heightM: number | null, units: UnitSystem, write: Write) {
  if (heightM === null) return [];
  if (units === 'metric') return [{ title: `${write('csv.height')} (m)`, value: roundTo(heightM, exportDecimals) }];
  const { feet, inches } = metersToFeetAndInches(heightM);
  return [{ title: write('csv.height'), value: `${feet} ft ${inches} in` }];
}
