import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { isMissing, readCell } from '../../csv/cells.ts';
import type { FormatContext, Reading } from '../format.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { createDayCounter, type DayCounter, nothingAdded } from '../tables/day-counter.ts';
import { createLocalDays } from '../tables/local-days.ts';
import { createMomentSums } from '../tables/moment-sums.ts';
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
    const counts = createCounts(context);
    return {
      read(record, place, readings) {
        if (!isMissing(cellOf(record, active))) context.skip(activeEnergy);
        if (!isMissing(cellOf(record, 'intensity'))) context.skip(intensity);
        const given = counted.filter(([heading]) => !isMissing(cellOf(record, heading)));
        if (given.length === 0) return;
        const momentMs = momentOf(cellOf(record, when), clock);
        const offsetMs = cellOf(record, offset) === '' ? Number.NaN : Number(cellOf(record, offset)) * 1000;
        if (momentMs === null || !Number.isFinite(offsetMs)) {
          for (const [, metric] of given) context.refuse(place, metric, notAMoment, 'time');
          return;
        }
        const countedAt = counts.at(momentMs, offsetMs, readings);
        for (const [heading, metric] of given) {
          const value = readCell(metric, cellOf(record, heading), catalogue[metric].ucum, delimiter);
          if (Number.isNaN(value)) context.refuse(place, metric, 'Not a number', 'value');
          else countedAt({ place, metric, timestampMs: momentMs, value }, cellOf(record, activity));
        }
      },
      end: counts.flush,
    };
  },
};

/** The counters of a file, one for each metric and kind of activity, and what they have added up on the day under way. */
function createCounts(context: FormatContext) {
  const localDayOf = createLocalDays();
  const counters = new Map<string, DayCounter>();
  const sums = createMomentSums(context, together);
  let firstDay: number | undefined;
  let day: number | undefined;

  function counterOf(name: string, first: number): DayCounter | null {
    const known = counters.get(name);
    if (known || counters.size >= maxActivities * counted.length) return known ?? null;
    const made = createDayCounter(first);
    counters.set(name, made);
    return made;
  }

  return {
    /** Takes what the counters show at a moment; hands on what is complete with it. */
    at(momentMs: number, offsetMs: number, readings: Reading[]) {
      const today = localDayOf(momentMs, offsetMs);
      firstDay ??= today.day;
      const first = firstDay;
      // What is read at midnight is still of the day before, so a day's sums are complete with the first line after it.
      if (sums.size() > mostSums) sums.flush(readings);
      else if (day !== undefined && today.day > day && !today.isStart) sums.flush(readings, today.startMs);
      if (day === undefined || !today.isStart) day = today.day;
      return (shown: Reading, kind: string): void => {
        const added = counterOf(`${shown.metric}/${kind}`, first)?.read(momentMs, today, shown.value);
        if (added === undefined) context.refuse(shown.place, shown.metric, 'More kinds of activity than a band knows');
        else if (typeof added === 'string') context.skip(nothingAdded[added]);
        else sums.add({ ...shown, timestampMs: added.fromMs, value: added.amount });
      };
    },
    flush: (readings: Reading[]) => sums.flush(readings),
  };
}
