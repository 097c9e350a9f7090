import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metricIds } from '../metrics/catalogue.ts';
import { type Fact, type FactOverTime, isMeasuredByTheHour, nameOfFact, parseFact, parseFactOverTime } from './fact.ts';
import { factWindows, minutesOfDay, parseMinute, weekdays } from './time-of-day.ts';

describe('names of facts over time', () => {
  it.each<[string, FactOverTime]>([
    ['heart_rate_mean', { kind: 'metric', metric: 'heart_rate', statistic: 'mean' }],
    ['heart_rate_daily_mean', { kind: 'metric', metric: 'heart_rate', statistic: 'daily_mean' }],
    ['steps_hourly_mean', { kind: 'metric', metric: 'steps', statistic: 'hourly_mean' }],
    ['steps_sum', { kind: 'metric', metric: 'steps', statistic: 'sum' }],
    ['heart_rate_mean_sma_12h', { kind: 'movingAverage', metric: 'heart_rate' }],
    ['sleep_efficiency_mean', { kind: 'sleep', figure: 'efficiency', statistic: 'mean' }],
    ['sleep_total_sum', { kind: 'sleep', figure: 'total', statistic: 'sum' }],
    ['sleep_depth_max', { kind: 'metric', metric: 'sleep_depth', statistic: 'max' }],
    ['sleep_spo2_median', { kind: 'asleep', metric: 'spo2', statistic: 'median' }],
    ['band_wearing_time', { kind: 'band', state: 'wearing' }],
    ['band_charge_time', { kind: 'band', state: 'charge' }],
    ['band_days', { kind: 'bandDays' }],
    ['steps_days', { kind: 'days', metric: 'steps' }],
    ['active_time', { kind: 'movement', state: 'active' }],
    ['idle_time', { kind: 'movement', state: 'idle' }],
    ['bmi_mean', { kind: 'bmi', statistic: 'mean' }],
    ['meals_count', { kind: 'logged', of: 'meals' }],
    ['workouts_count', { kind: 'logged', of: 'workouts' }],
    ['anomaly_score', { kind: 'anomaly' }],
  ])('%s', (name, fact) => expect(parseFactOverTime(name)).toEqual(fact));

  it.each([
    '',
    'heart_rate',
    'heart_rate_average',
    'mean',
    '_mean',
    'pulse_mean',
    'heart_rate_max_sma_12h',
    'band_lost_time',
    'sleep_dreams_sum',
    'constructor_mean',
    '__proto___mean',
    'heart_rate_sum',
    'steps_mean',
    'sleep_onset_sum',
    'sleep_depth_mean',
    'sleep_depth_mean_sma_12h',
    'sleep_battery_mean',
    'heart_rate_mean_30d',
    'heart_rate_weekly_mean',
  ])('"%s" is none', (name) => expect(parseFactOverTime(name)).toBeNull());
});

describe('names of facts', () => {
  const clock = (more: object) => ({ kind: 'clock', metric: 'heart_rate', statistic: 'mean', weekday: null, window: '30d', ...more });
  it.each<[string, object]>([
    ['weight', { kind: 'measure', measure: { id: 'weight' } }],
    ['relative_population_stroke', { kind: 'measure', measure: { id: 'relative_population_stroke' } }],
    ['e_type_2_diabetes', { kind: 'measure', measure: { id: 'e_type_2_diabetes', values: ['yes'] } }],
    ['heart_rate_mean', { kind: 'window', of: { kind: 'metric', metric: 'heart_rate', statistic: 'mean' }, window: null }],
    ['heart_rate_median_3m', { kind: 'window', of: { kind: 'metric', metric: 'heart_rate', statistic: 'median' }, window: '3m' }],
    ['band_wearing_time_30d', { kind: 'window', of: { kind: 'band', state: 'wearing' }, window: '30d' }],
    ['heart_rate_from_08:00_to_12:00', clock({ times: { fromMinute: 480, toMinute: 720 } })],
    ['heart_rate_from_8_to_12_3m', clock({ times: { fromMinute: 480, toMinute: 720 }, window: '3m' })],
    ['heart_rate_from_2200_to_0600_sun_30d', clock({ times: { fromMinute: 1320, toMinute: 360 }, weekday: 'sun' })],
    ['heart_rate_from_2200_to_2400', clock({ times: { fromMinute: 1320, toMinute: 1440 } })],
    ['heart_rate_from_2200_to_0000', clock({ times: { fromMinute: 1320, toMinute: 1440 } })],
    ['heart_rate_median_at_0730_mon', clock({ statistic: 'median', times: { fromMinute: 450, toMinute: 510 }, weekday: 'mon' })],
    ['heart_rate_at_2330', clock({ times: { fromMinute: 1410, toMinute: 30 } })],
    [
      'steps_tue_3m',
      clock({ metric: 'steps', statistic: 'daily_mean', times: { fromMinute: 0, toMinute: 1440 }, weekday: 'tue', window: '3m' }),
    ],
  ])('%s', (name, fact) => expect(parseFact(name)).toMatchObject(fact));

  it.each([
    'heart_rate_from_8_to_8',
    'heart_rate_from_25_to_26',
    'heart_rate_at_24',
    'heart_rate_at_',
    'heart_rate_at_8:',
    'heart_rate_from_8',
    'pulse_at_8',
    'sleep_depth_at_8',
    'heart_rate_mean_7d',
    'weight_30d',
    'relative_population_',
    'e_',
    'e_DROP',
    `e_${'x'.repeat(60)}`,
    'heart_rate_mean_mon_tue',
    'anomaly_score_30d',
    'heart_rate_mean_sma_12h_30d',
  ])('"%s" is none', (name) => expect(parseFact(name)).toBeNull());

  it('every fact of the clock is read back from its name', () => {
    const minute = fc.integer({ min: 0, max: minutesOfDay - 1 });
    const metric = fc.constantFrom(...metricIds.filter(isMeasuredByTheHour));
    const weekday = fc.constantFrom(null, ...weekdays);
    fc.assert(
      fc.property(metric, minute, minute, weekday, fc.constantFrom(...factWindows), (of, fromMinute, end, day, window) => {
        const toMinute = end === 0 ? minutesOfDay : end;
        fc.pre(fromMinute !== toMinute && toMinute - fromMinute !== minutesOfDay);
        const fact: Fact = { kind: 'clock', metric: of, statistic: 'max', times: { fromMinute, toMinute }, weekday: day, window };
        expect(parseFact(nameOfFact(fact))).toEqual(fact);
      }),
    );
  });

  it('no text makes the parser fail', () => {
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => parseFact(text) === null || parseFact(text) !== null));
  });
});

it.each([
  ['8', 480],
  ['08', 480],
  ['0800', 480],
  ['08:00', 480],
  ['830', 510],
  ['23:59', 1439],
  ['0', 0],
  ['24', null],
  ['8:', null],
  ['08:6', null],
  ['0860', null],
  ['', null],
  ['8am', null],
])('the time of day "%s" is %s minutes', (text, minutes) => expect(parseMinute(text)).toBe(minutes));
