import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { measureText, measureUnit } from '@vigil/domain/facts/measure-text';
import type { Measure } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { isTime } from '#lib/typed-filter.ts';

/** A measure of a member, ready to be shown. */
export interface MeasureShown {
  /** In the person's units, without the unit. */
  readonly text: string;
  /** Unix seconds; null for what the account says. */
  readonly at: number | null;
  readonly source: string;
  readonly stale: boolean;
}

/** Null: not known. */
export function measureOfRow(
  row: Pick<MemberRow, 'data' | 'readings'>,
  measure: Measure,
  units: Units,
  t: TFunction<['panel', 'ui']>,
): MeasureShown | null {
  const value = row.data[measure.id];
  const reading = row.readings[measure.id];
  if (value === undefined || value === null || !reading) return null;
  const { timestamp: at, source, stale = false } = reading;
  return { text: worded(measure, value, units, t), at, source, stale };
}

function worded(measure: Measure, value: number | string, units: Units, t: TFunction<['panel', 'ui']>): string {
  if (measure.type === 'value') return wordOf(measure.id, String(value), t);
  return isTime(measure) && typeof value === 'number' ? duration(value, t) : measureText(measure, value, units);
}

/** The unit at the head of a column: times are written out in hours and minutes. */
export function headUnit(measure: Measure, units: Units): string {
  return isTime(measure) ? '' : measureUnit(measure, units);
}

function duration(seconds: number, t: TFunction<['panel', 'ui']>): string {
  const minutes = Math.round(seconds / 60);
  // With two digits, as in every chart: the figures of a column stand one below the other.
  return minutes < 60
    ? t('minutes', { minutes })
    : t('hoursMinutes', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') });
}

const bandWords = ['wearing', 'removed', 'charging', 'unknown'] as const;
const sexWords = ['male', 'female', 'intersex', 'non-binary', 'transgender', 'unknown'] as const;

/** A word of a measure as people read it. */
export function wordOf(measureId: string, word: string, t: TFunction<['panel', 'ui']>): string {
  const band = measureId === 'band_status' ? bandWords.find((one) => one === word) : undefined;
  if (band) return t(`ui:band.${band}`);
  const sex = measureId === 'gender' ? sexWords.find((one) => one === word) : undefined;
  return sex ? t(`sex.${sex}`) : word;
}
