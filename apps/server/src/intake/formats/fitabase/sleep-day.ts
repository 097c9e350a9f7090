import { readCell } from '../../csv/cells.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { notKept, type Table } from '../tables/table.ts';

const [day, records, asleep, inBed] = ['sleepday', 'totalsleeprecords', 'totalminutesasleep', 'totaltimeinbed'] as const;
const several = 'Several sleeps of one day added up, which is the efficiency of none of them';
const minutes = notKept('minutes asleep and in bed; sleep is kept as stages and efficiency');

/**
 * A night's minutes asleep of its minutes in bed is sleep efficiency (American Academy of Sleep Medicine, Manual for the
 * Scoring of Sleep: total sleep time of time in bed), and stands at the start of the day that Fitbit files the night under.
 */
export const sleepDay: Table = {
  name: 'sleepDay',
  headings: ['id', day, records, asleep, inBed],
  person: 'id',
  open({ context, headings, delimiter }) {
    const clock = context.wallClock();
    const at = (record: readonly string[], heading: string) => record[headings.indexOf(heading)] ?? '';
    const minutesOf = (record: readonly string[], heading: string) => readCell('sleep_efficiency', at(record, heading), '%', delimiter);
    return {
      read(record, place, readings) {
        context.skip(minutes, 2);
        const timestampMs = momentOf(at(record, day), clock);
        const value = (100 * minutesOf(record, asleep)) / minutesOf(record, inBed);
        if (at(record, records).trim() !== '1') context.skip(several);
        else if (timestampMs === null) context.refuse(place, 'sleep_efficiency', notAMoment, 'time');
        else readings.push({ place, metric: 'sleep_efficiency', timestampMs, value });
      },
    };
  },
};
