import { columnsReader } from '../tables/columns.ts';
import { notKept, type Table, zeroIsNothing } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';
import { activityCounters } from './activity-counters.ts';
import { restingHeartRate } from './resting-heart-rate.ts';

const [when, offset] = ['time_utc', 'utc_offset_s'] as const;

const heartRate: Table = {
  name: 'heart_rate',
  headings: [when, offset, 'heart_rate_bpm'],
  open: (opened) =>
    columnsReader({ when, columns: { heart_rate_bpm: { metric: 'heart_rate', noReading: zeroIsNothing } }, aside: [offset] }, opened),
};

const stress: Table = {
  name: 'stress',
  headings: [when, offset, 'stress_level'],
  open: (opened) => columnsReader({ when, columns: { stress_level: { skip: notKept('stress scores') } }, aside: [offset] }, opened),
};

/** Garmin's FIT monitoring files, decoded into a table for each kind of message, as the Open Fitness Dataset gives them. */
export const garminFit = tableFormat({
  id: 'garmin-fit',
  name: 'Garmin monitoring tables (decoded FIT files)',
  device: 'Garmin',
  tables: [heartRate, stress, restingHeartRate, activityCounters],
});
