import { roundTo } from '@vigil/domain/units/rounding';
import { maxCellCharacters } from '../../limits.ts';
import type { FormatContext, Reading } from '../format.ts';
import { inKeptUnit } from '../kept-unit.ts';
import { momentOf, notAMoment } from '../moments.ts';
import type { Doses } from '../tables/doses.ts';
import { notKept } from '../tables/table.ts';

/** A record as it came: nothing of it is known to be what the data model says. */
export type TidepoolRecord = Readonly<Record<string, unknown>>;

const hourMs = 3_600_000;
/** Insulin is dosed in thousandths of a unit at the finest. */
const doseDecimals = 6;

/** Kinds of records that hold no reading. */
const skipped: ReadonlyMap<unknown, string> = new Map([
  ['wizard', 'Proposals of a bolus calculator; the doses themselves are taken'],
  ['deviceEvent', notKept('events of a device: alarms, calibrations, changes of its clock')],
  ['upload', 'Records of uploads'],
  ['pumpSettings', notKept('settings of a device')],
  ['cgmSettings', notKept('settings of a device')],
  ['controllerSettings', notKept('settings of a device')],
  ['food', notKept('meals among readings; they are logged')],
  ['physicalActivity', notKept('exercise among readings')],
  ['bloodKetone', notKept('ketones')],
  ['reportedState', notKept('how somebody felt')],
  ['dosingDecision', 'Proposals of a dosing algorithm; the doses themselves are taken'],
]);
const noBasal = 'Basal insulin without a rate or a duration, as while it was suspended';
const otherKinds = 'Records of kinds that this format is not known to have';

/**
 * Reads the records of the Tidepool data model (developer.tidepool.org, device data). Glucose is in mmol/L there, whatever
 * the meter showed, unless the record names another unit. A basal rate is the insulin that it gave over its duration, which
 * counts from its start as any period does.
 */
export function createRecordReader(
  context: FormatContext,
  doses: Doses,
): (record: TidepoolRecord, place: number, readings: Reading[]) => void {
  const clock = context.wallClock();

  function glucose({ value, units, time }: TidepoolRecord, place: number, readings: Reading[]): void {
    const ucum = units === undefined || units === null ? 'mmol/L' : glucoseUnits.get(String(units).toLowerCase());
    const timestampMs = momentOf(time, clock);
    if (value === undefined || value === null) context.skip('Glucose without a value');
    else if (ucum === undefined) context.refuse(place, 'glucose', 'The unit is neither mmol/L nor mg/dL', 'value');
    else if (timestampMs === null) context.refuse(place, 'glucose', notAMoment, 'time');
    else readings.push({ place, metric: 'glucose', timestampMs, value: inKeptUnit('glucose', numberOf(value), ucum) });
  }

  function dose(record: TidepoolRecord, place: number, units: number | null, missing: string): void {
    const timestampMs = momentOf(record.time, clock);
    if (units === null) context.skip(missing);
    else if (!Number.isFinite(units)) context.refuse(place, 'insulin', 'The dose is not a number', 'value');
    else if (timestampMs === null) context.refuse(place, 'insulin', notAMoment, 'time');
    else doses.add(place, timestampMs, roundTo(units, doseDecimals));
  }

  return (record, place, readings) => {
    const { type } = record;
    if (type === 'cbg' || type === 'smbg') glucose(record, place, readings);
    else if (type === 'bolus') dose(record, place, sumOf(record.normal, record.extended), 'Boluses without a dose');
    else if (type === 'insulin') dose(record, place, sumOf(penDose(record)), 'Doses of insulin without a number');
    else if (type === 'basal') dose(record, place, basalUnits(record), noBasal);
    else context.skip(skipped.get(type) ?? otherKinds);
  };
}

const penDose = ({ dose }: TidepoolRecord): unknown => (typeof dose === 'object' && dose !== null && 'total' in dose ? dose.total : null);

const glucoseUnits: ReadonlyMap<string, string> = new Map([
  ['mmol/l', 'mmol/L'],
  ['mg/dl', 'mg/dL'],
]);

/** What was given over the duration (milliseconds) at the rate (units an hour); null where either is missing. */
function basalUnits({ rate, duration }: TidepoolRecord): number | null {
  if (rate === undefined || rate === null || duration === undefined || duration === null) return null;
  return (numberOf(rate) * numberOf(duration)) / hourMs;
}

/** The sum of those that are there; null where none is, NaN where one is no number. */
function sumOf(...values: readonly unknown[]): number | null {
  const given = values.filter((value) => value !== undefined && value !== null);
  return given.length === 0 ? null : given.reduce<number>((sum, value) => sum + numberOf(value), 0);
}

function numberOf(value: unknown): number {
  if (typeof value === 'string' && value.length <= maxCellCharacters && value.trim() !== '') return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
}
