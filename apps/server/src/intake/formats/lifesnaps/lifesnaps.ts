import { columnsReader } from '../tables/columns.ts';
import { type Column, notKept, skipAll, type Table, zeroIsNothing } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';

const meanOfDay = 'Means of a whole day of what varies within it: no reading of any moment';

/** Figures of a night or day stand at the start of the day that Fitbit gives them for. Read as a whole: the reader makes a Map of them. */
const columns = {
  nightly_temperature: { metric: 'skin_temp', ucum: 'Cel' },
  rmssd: { metric: 'rmssd', ucum: 'ms', noReading: zeroIsNothing },
  spo2: { metric: 'spo2', ucum: '%' },
  full_sleep_breathing_rate: { metric: 'resp_rate', ucum: '/min', noReading: zeroIsNothing },
  resting_hr: { metric: 'rhr', ucum: '/min', noReading: zeroIsNothing },
  sleep_efficiency: { metric: 'sleep_efficiency', ucum: '%' },
  // A band that was not worn counts nothing: the publishers of the data read a zero as no valid day.
  steps: { metric: 'steps', noReading: zeroIsNothing },
  calories: { metric: 'calories', ucum: 'kcal' },
  distance: { metric: 'distance', ucum: 'm', noReading: zeroIsNothing },
  ...skipAll(meanOfDay, ['bpm', 'scl_avg', 'nremhr']),
  ...skipAll(notKept('how far the skin temperature is from the member’s usual'), ['daily_temperature_variation']),
  ...skipAll(notKept('stress scores and their parts'), [
    ...['stress_score', 'sleep_points_percentage', 'exertion_points_percentage', 'responsiveness_points_percentage'],
  ]),
  ...skipAll(notKept('VO2 max'), ['filtereddemographicvo2max']),
  ...skipAll(notKept('minutes by how active they were'), [
    ...['lightly_active_minutes', 'moderately_active_minutes', 'very_active_minutes', 'sedentary_minutes'],
    ...['minutes_in_default_zone_1', 'minutes_below_default_zone_1', 'minutes_in_default_zone_2', 'minutes_in_default_zone_3'],
  ]),
  ...skipAll(notKept('minutes of sleep; sleep is kept as stages and efficiency'), [
    ...['sleep_duration', 'minutestofallasleep', 'minutesasleep', 'minutesawake', 'minutesafterwakeup'],
  ]),
  ...skipAll('Shares of sleep stages against the member’s own usual, which are no stages', [
    ...['sleep_deep_ratio', 'sleep_wake_ratio', 'sleep_light_ratio', 'sleep_rem_ratio'],
  ]),
} satisfies Readonly<Record<string, Column>>;

/** What is no measurement: the person, goals, badges, and where and how they felt. */
const aside = [
  ...['badgetype', 'activitytype', 'mindfulness_session', 'age', 'gender', 'bmi', 'step_goal', 'min_goal', 'max_goal', 'step_goal_label'],
  ...['alert', 'happy', 'neutral', 'rested/relaxed', 'sad', 'tense/anxious', 'tired'],
  ...['entertainment', 'gym', 'home', 'home_office', 'other', 'outdoors', 'transit', 'work/school'],
];

const days: Table = {
  name: 'daily_fitbit_sema_df_unprocessed',
  headings: ['id', 'date', 'nightly_temperature', 'rmssd', 'full_sleep_breathing_rate', 'resting_hr', 'scl_avg'],
  person: 'id',
  open: (opened) => columnsReader({ when: 'date', columns, aside }, opened),
};

/** Days of Fitbit Sense as the LifeSnaps study publishes them (Yfantidou et al., Scientific Data 2022). */
export const lifesnaps = tableFormat({ id: 'lifesnaps', name: 'LifeSnaps days (Fitbit Sense)', device: 'Fitbit Sense', tables: [days] });
