import { readCell } from '../../csv/cells.ts';
import type { Reading } from '../format.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { createLocalDays } from '../tables/local-days.ts';
import { notKept, type Table } from '../tables/table.ts';

const [when, offset, week, day] = ['time_utc', 'utc_offset_s', 'resting_heart_rate_bpm', 'current_day_resting_heart_rate_bpm'] as const;
const corrected = 'Resting heart rates of a day that a later line of the same day corrects';

/** The day's resting heart rate as the last line of the local day has it, at the start of that day. */
export const restingHeartRate: Table = {
  name: 'resting_heart_rate',
  headings: [when, offset, week, day],
  open({ context, headings, delimiter }) {
    const clock = context.wallClock();
    const at = (record: readonly string[], heading: string) => (record[headings.indexOf(heading)] ?? '').trim();
    const localDayOf = createLocalDays();
    let last: Reading | undefined;
    return {
      read(record, place, readings) {
        if (at(record, week) !== '') context.skip(notKept('resting heart rate over seven days'));
        if (at(record, day) === '') return;
        const moment = momentOf(at(record, when), clock);
        const offsetMs = at(record, offset) === '' ? Number.NaN : Number(at(record, offset)) * 1000;
        if (moment === null || !Number.isFinite(offsetMs)) {
          context.refuse(place, 'rhr', notAMoment, 'time');
          return;
        }
        const timestampMs = localDayOf(moment, offsetMs).startMs;
        if (last && last.timestampMs === timestampMs) context.skip(corrected);
        else if (last) readings.push(last);
        last = { place, metric: 'rhr', timestampMs, value: readCell('rhr', at(record, day), '/min', delimiter) };
      },
      end(readings) {
        if (last) readings.push(last);
      },
    };
  },
};
