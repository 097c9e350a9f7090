import { catalogue, metricIds } from '@vigil/domain/metrics/catalogue';
import { describe, expect, it } from 'vitest';
import { maxHeadingCharacters } from '../limits.ts';
import { planColumns } from './headings.ts';

const shown = (...headings: string[]) => {
  const { columns } = planColumns(['timestamp', ...headings]);
  return columns.map((column) => `${column.kind === 'metric' ? column.metric : 'pressure'} ${column.ucum}`);
};

describe('headings', () => {
  it.each([
    ['heart_rate', 'heart_rate /min'],
    ['Heart Rate (bpm)', 'heart_rate /min'],
    ['heart_rate_mean', 'heart_rate /min'],
    ['HR', 'heart_rate /min'],
    ['resting_heart_rate_bpm', 'rhr /min'],
    ['glucose_value_mg_dl', 'glucose mg/dL'],
    ['Historic Glucose mg/dL', 'glucose mg/dL'],
    ['Historial de glucosa mmol/L', 'glucose mmol/L'],
    ['Strip Glucose mg/dL', 'glucose mg/dL'],
    ['Tira reactiva para glucosa mmol/L', 'glucose mmol/L'],
    ['Histórico glucosa (mg/dL)', 'glucose mg/dL'],
    ['steps_sum', 'steps {steps}'],
    ['weight (lb)', 'weight [lb_av]'],
    ['Weight [kg]', 'weight kg'],
    ['WeightKg', 'weight kg'],
    ['WeightPounds', 'weight [lb_av]'],
    ['glucose (mmol/L)', 'glucose mmol/L'],
    ['temp (°F)', 'body_temp [degF]'],
    ['Skin temperature (°C)', 'skin_temp Cel'],
    ['Calories (cal)', 'calories kcal'],
    ['Blood pressure (mmHg)', 'pressure mm[Hg]'],
    ['BP', 'pressure mm[Hg]'],
    ['systolic (mm[Hg])', 'systolic mm[Hg]'],
    ['SpO2 (%)', 'spo2 %'],
    ['distance (mi)', 'distance [mi_i]'],
    ['StepTotal', 'steps {steps}'],
  ])('"%s" is %s', (heading, column) => expect(shown(heading)).toEqual([column]));

  it('knows every metric by its id and by its label with its unit', () => {
    for (const id of metricIds) {
      expect(shown(id.toUpperCase()), id).toEqual([`${id} ${catalogue[id].ucum}`]);
      const { label, unit } = catalogue[id];
      expect(shown(unit === '' ? label : `${label} (${unit})`), label).toEqual([`${id} ${catalogue[id].ucum}`]);
    }
  });

  it.each([
    [['Hora', 'Glucosa leída (mg/dL)'], [0]],
    [
      ['Fecha', 'Hora', 'Glucosa (mg/dL)'],
      [0, 1],
    ],
    [
      ['Date', 'Time', 'Glucose (mg/dL)'],
      [0, 1],
    ],
    [['Hora', 'Fecha y hora', 'Glucosa (mg/dL)'], [1]],
  ])('%j say when in columns %j', (headings, when) => expect(planColumns(headings).when).toEqual(when));

  it('lists what it does not read: other columns, statistics that are no readings', () => {
    const plan = planColumns(['Time', 'WeightKg', 'Fat', 'heart_rate_max', 'steps_mean', 'steps_since_midnight', 'bp', '']);
    expect(plan.columns.map(({ index }) => index)).toEqual([1, 6]);
    expect(plan.ignored).toEqual(['Fat', 'heart_rate_max', 'steps_mean', 'steps_since_midnight']);
  });

  it.each([
    [['Id', 'ActivityMinute', 'HeartRate'], [1]],
    [
      ['Date', 'Time', 'hr'],
      [0, 1],
    ],
    [['date', 'timestamp', 'hr'], [1]],
    [['hr', 'Recorded at'], [1]],
  ])('%j says when in column %j', (headings, when) => expect(planColumns(headings).when).toEqual(when));

  it('refuses a summary that a screen has exported, in whatever language, and says where readings are', () =>
    expect(() => planColumns(['Timestamp (Europe/Berlin), Vigil summary', 'Heart rate (bpm)'])).toThrow(/summary.*Nothing was stored/));

  it('takes the zone that the heading names', () => {
    expect(planColumns(['Time (Europe/Berlin)', 'hr']).timeZone).toBe('Europe/Berlin');
    expect(planColumns(['Time (s)', 'hr']).timeZone).toBeNull();
  });

  it.each([
    [['heart_rate', 'spo2'], 'says when'],
    [['timestamp', 'mood'], 'holds a metric'],
    [['timestamp', 'weight (furlong)'], 'Weight cannot be read in the unit'],
    [['timestamp', 'heart rate (°C)'], 'Heart rate cannot be read in the unit'],
  ])('refuses %j with the reason', (headings, reason) => expect(() => planColumns(headings)).toThrow(reason));

  it('takes as long a heading as the limit says, and refuses a longer one with the limit', () => {
    expect(planColumns(['time', 'hr', 'x'.repeat(maxHeadingCharacters)]).columns).toHaveLength(1);
    expect(() => planColumns(['time', 'hr', 'x'.repeat(maxHeadingCharacters + 1)])).toThrow(
      `column 3 is longer than the ${maxHeadingCharacters} characters`,
    );
  });
});
