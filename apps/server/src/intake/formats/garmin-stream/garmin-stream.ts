import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { separated } from '#platform/csv/records.ts';
import { readCell } from '../../csv/cells.ts';
import { readDateText } from '../../csv/date-texts.ts';
import { refuseTooManyColumns } from '../../csv/headings.ts';
import type { FileStart, Format, FormatContext, Reading } from '../format.ts';
import { notAMoment } from '../moments.ts';
import { createDayCounter, type DayCounter, nothingAdded } from '../tables/day-counter.ts';
import { firstLines } from '../tables/first-lines.ts';
import { createLocalDays } from '../tables/local-days.ts';
import { noMeasurement, notKept } from '../tables/table.ts';

/** What the lines are of. Steps and calories are counted since local midnight. */
const counted: ReadonlyMap<string, MetricId> = new Map([
  ['STEPS', 'steps'],
  ['CALORIES', 'calories'],
]);
const skipped: ReadonlyMap<string, string> = new Map([
  ['HEART_RATE_VARIABILITY', notKept('intervals from beat to beat; heart rate variability is kept as RMSSD')],
  ['STRESS', notKept('stress scores')],
  ['ASCENT', notKept('metres climbed')],
  ['INTENSITY_MINUTES', notKept('minutes by how active they were')],
]);
const pulse = 'HEART_RATE';
const unknown = 'Of kinds that this format is not known to have';
/** The offset that an ISO time ends with; the zone of these files is always told. */
const offsetAtEnd = /([+-])(\d{2}):?(\d{2})$/;

/** What Garmin's companion library streams to a phone, a line an event: time with its offset, what, and the value. */
export const garminStream: Format = {
  id: 'garmin-stream',
  name: 'Garmin companion stream (time;WHAT;value)',
  device: 'Garmin',
  recognises,
  async *read(parts, context) {
    for (const part of parts) {
      const { records, delimiter } = await separated(part.bytes(), refuseTooManyColumns);
      const readLine = lineReader(context, delimiter);
      for await (const piece of records) {
        const readings: Reading[] = [];
        for (const { record, line } of piece) readLine(record, line, readings);
        yield readings;
      }
    }
  },
};

function recognises({ text, entries }: FileStart): boolean {
  const lines = entries === null ? firstLines(text) : [];
  const isKnown = (what: string) => what === pulse || counted.has(what) || skipped.has(what);
  return (
    lines.length > 0 &&
    lines.every(([when = '', what = '', ...values]) => values.length === 1 && isKnown(what) && readDateText(when).kind === 'moment')
  );
}

function lineReader(context: FormatContext, delimiter: string) {
  const addCounted = counterReader(context);
  return (record: readonly string[], place: number, readings: Reading[]): void => {
    const [when = '', what = '', cell = ''] = record;
    const metric = what === pulse ? 'heart_rate' : counted.get(what);
    if (metric === undefined) {
      context.skip(skipped.get(what) ?? unknown);
      return;
    }
    const read = readDateText(when);
    const offsetMs = offsetOf(when.trim());
    if (read.kind !== 'moment' || offsetMs === null) {
      context.refuse(place, metric, notAMoment, 'time');
      return;
    }
    const reading = {
      place,
      metric,
      timestampMs: read.timestampSeconds * 1000,
      value: readCell(metric, cell, catalogue[metric].ucum, delimiter),
    };
    if (metric !== 'heart_rate') addCounted(reading, offsetMs, readings);
    else if (reading.value === 0) context.skip(noMeasurement);
    else readings.push(reading);
  };
}

/** Turns what was counted since midnight into what was added since the line before. */
function counterReader(context: FormatContext) {
  const counters = new Map<string, DayCounter>();
  const localDayOf = createLocalDays();
  let firstDay: number | undefined;
  return (reading: Reading, offsetMs: number, readings: Reading[]): void => {
    const { metric, timestampMs, value, place } = reading;
    if (Number.isNaN(value)) {
      context.refuse(place, metric, 'Not a number', 'value');
      return;
    }
    const localDay = localDayOf(timestampMs, offsetMs);
    firstDay ??= localDay.day;
    const counter = counters.get(metric) ?? createDayCounter(firstDay);
    counters.set(metric, counter);
    const added = counter.read(timestampMs, localDay, value);
    if (typeof added === 'string') context.skip(nothingAdded[added]);
    else readings.push({ ...reading, timestampMs: added.fromMs, value: added.amount });
  };
}

/** How far the local time of an ISO date-time is ahead of UTC; null where it does not say. */
function offsetOf(when: string): number | null {
  if (/z$/i.test(when)) return 0;
  const offset = offsetAtEnd.exec(when);
  return offset ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000 : null;
}
