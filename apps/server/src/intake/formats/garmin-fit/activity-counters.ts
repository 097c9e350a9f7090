import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { isMissing, readCell } from '../../csv/cells.ts';
import type { Reading } from '../format.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { createDayCounter, type DayCounter, nothingAdded } from '../tables/day-counter.ts';
import { createLocalDays } from '../tables/local-days.ts';
import { notKept, type Table } from '../tables/table.ts';

const [when, offset, activity, active] = ['time_utc', 'utc_offset_s', 'activity_type', 'active_kcal_since_midnight'] as const;
const counted: readonly (readonly [heading: string, metric: MetricId])[] = [
  ['steps_since_midnight', 'steps'],
  ['distance_m_since_midnight', 'distance'],
];
const intensity = notKept('how intense an activity was');
const together = 'Added to what another kind of activity counted from the same moment on';
const activeEnergy = 'Active energy only; the calories that Vigil keeps are those of the whole day, at rest as well';
/** Held back until the day is over; a day of minutes has some thousands. */
const mostSums = 100_000;
/** Kinds of activity in FIT files; more are no counters of a band. */
const maxActivities = 32;

/** Each kind of activity counts for itself; what they add from one moment on is one reading. */
export const activityCounters: Table = {
  name: 'activity_counters',
  headings: [when, offset, activity, ...counted.map(([heading]) => heading), active],
  open({ context, headings, delimiter }) {
    const clock = context.wallClock();
    const cellOf = (record: readonly string[], heading: string) => (record[headings.indexOf(heading)] ?? '').trim();
    const counters = new Map<string, DayCounter>();
    const sums = new Map<string, Reading>();
    const localDayOf = createLocalDays();
    let firstDay: number | undefined;
    let day: number | undefined;

    function counterOf(name: string, first: number): DayCounter | null {
      const known = counters.get(name);
      if (known || counters.size >= maxActivities * counted.length) return known ?? null;
      const made = createDayCounter(first);
      counters.set(name, made);
      return made;
    }

    function add(reading: Reading): void {
      const key = `${reading.metric}/${reading.timestampMs}`;
      const other = sums.get(key);
      if (other) context.skip(together);
      sums.set(key, other ? { ...reading, value: other.value + reading.value } : reading);
    }

    /** Hands on the sums from before a moment: nothing more is added to them. */
    function flush(readings: Reading[], beforeMs = Number.POSITIVE_INFINITY): void {
      for (const [key, reading] of sums) {
        if (reading.timestampMs >= beforeMs) continue;
        readings.push(reading);
        sums.delete(key);
      }
    }

    return {
      read(record, place, readings) {
        if (!isMissing(cellOf(record, active))) context.skip(activeEnergy);
        if (!isMissing(cellOf(record, 'intensity'))) context.skip(intensity);
        const given = counted.filter(([heading]) => !isMissing(cellOf(record, heading)));
        if (given.length === 0) return;
        const moment = momentOf(cellOf(record, when), clock);
        const offsetMs = cellOf(record, offset) === '' ? Number.NaN : Number(cellOf(record, offset)) * 1000;
        if (moment === null || !Number.isFinite(offsetMs)) {
          for (const [, metric] of given) context.refuse(place, metric, notAMoment, 'time');
          return;
        }
        const today = localDayOf(moment, offsetMs);
        firstDay ??= today.day;
        // What is read at midnight is still of the day before, so a day's sums are complete with the first line after it.
        if (sums.size > mostSums) flush(readings);
        else if (day !== undefined && today.day > day && !today.isStart) flush(readings, today.startMs);
        if (day === undefined || !today.isStart) day = today.day;
        for (const [heading, metric] of given) {
          const value = readCell(metric, cellOf(record, heading), metric === 'steps' ? '1' : 'm', delimiter);
          const counter = counterOf(`${metric}/${cellOf(record, activity)}`, firstDay);
          if (Number.isNaN(value) || counter === null) {
            context.refuse(place, metric, counter === null ? 'More kinds of activity than a band knows' : 'Not a number');
            continue;
          }
          const added = counter.read(moment, today, value);
          if (typeof added === 'string') context.skip(nothingAdded[added]);
          else add({ place, metric, timestampMs: added.fromMs, value: added.amount });
        }
      },
      end: (readings) => flush(readings),
    };
  },
};
