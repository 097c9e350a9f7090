import { columnsReader } from '../tables/columns.ts';
import { type Column, notKept, skipAll, type Table } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';

const person = 'user_code';
const meanOfDay = 'Means and extremes of a whole day of what varies within it: no reading of any moment';

const table = (
  name: string,
  headings: readonly string[],
  when: string,
  columns: Readonly<Record<string, Column>>,
  aside: readonly string[] = [],
): Table => ({
  name,
  headings: [person, when, ...headings],
  person,
  open: (opened) => columnsReader({ when, columns, aside }, opened),
});

const measurements = table(
  'hrv_measurements',
  ['rr_code', 'bpm', 'rmssd', 'rr_data'],
  'measurement_datetime',
  {
    bpm: { metric: 'heart_rate', ucum: '/min' },
    rmssd: { metric: 'rmssd', ucum: 'ms' },
    ...skipAll(notKept('figures of heart rate variability besides RMSSD'), [
      ...['meanrr', 'mxdmn', 'sdnn', 'pnn50', 'mode', 'amo', 'lf', 'hf', 'vlf', 'lfhf', 'total_power'],
    ]),
    rr_data: { skip: notKept('intervals from beat to beat; heart rate variability is kept as RMSSD') },
    ...skipAll(notKept('how somebody felt'), ['how_feel', 'how_mood', 'how_sleep', 'tags']),
  },
  ['rr_code', 'time_of_day'],
);

const pressure = table('blood_pressure', ['diastolic', 'systolic', 'kerdo_vegetation_index'], 'measurement_datetime', {
  systolic: { metric: 'systolic', ucum: 'mm[Hg]' },
  diastolic: { metric: 'diastolic', ucum: 'mm[Hg]' },
  ...skipAll(notKept('indices that are reckoned from blood pressure and pulse'), [
    ...['functional_changes_index', 'circulatory_efficiency', 'kerdo_vegetation_index', 'robinson_index'],
  ]),
});

/** Days of a phone or a band: totals and the resting pulse stand at the start of the day. */
const wearables = table('wearables', ['resting_pulse', 'steps_count', 'total_calories_burned'], 'day', {
  resting_pulse: { metric: 'rhr', ucum: '/min' },
  steps_count: { metric: 'steps' },
  distance: { metric: 'distance', ucum: 'm' },
  total_calories_burned: { metric: 'calories', ucum: 'kcal' },
  ...skipAll('Part of the calories that are taken', ['active_calories_burned', 'basal_calories_burned']),
  ...skipAll(meanOfDay, ['pulse_average', 'pulse_min', 'pulse_max', 'average_spo2_value', 'body_temperature_avg']),
  ...skipAll(notKept('hours stood, floors climbed and speed of steps'), [
    'stand_hours_total',
    'total_number_of_flights_climbed',
    'steps_speed',
  ]),
  ...skipAll(notKept('loudness'), ['average_headphone_exposure', 'average_environment_exposure']),
});

const sleepTotals = [
  'sleep_duration',
  'sleep_awake_duration',
  'sleep_rem_duration',
  'sleep_light_duration',
  'sleep_deep_duration',
] as const;
const sleep = table(
  'sleep',
  ['sleep_begin', 'sleep_end', 'sleep_duration'],
  'day',
  {
    ...skipAll(notKept('how long a sleep and its stages were, without when the stages were'), sleepTotals),
    ...skipAll('Means and extremes of the pulse of a night: no reading of any moment', ['pulse_min', 'pulse_max', 'pulse_average']),
  },
  ['sleep_begin', 'sleep_end'],
);

/** What Welltory published of its users (hrv-covid19), many persons a table. */
export const welltory = tableFormat({ id: 'welltory', name: 'Welltory tables', tables: [measurements, pressure, wearables, sleep] });
