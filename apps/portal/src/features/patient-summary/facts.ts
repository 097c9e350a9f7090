import type { FactValues } from '@vigil/contract/events-processor-facts.contract';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';

/** The windows of a summary: the last day, and the specification's 30 days and 3 months. */
const windows = ['', '_30d', '_3m'] as const;

/** A row of facts: one figure of a metric over the three windows. */
const rows = [
  { metric: 'heart_rate', fact: 'heart_rate_mean' },
  { metric: 'rhr', fact: 'rhr_mean' },
  { metric: 'rmssd', fact: 'rmssd_mean' },
  { metric: 'resp_rate', fact: 'resp_rate_mean' },
  { metric: 'spo2', fact: 'spo2_mean' },
  { metric: 'skin_temp', fact: 'skin_temp_mean' },
  { metric: 'steps', fact: 'steps_daily_mean' },
  { metric: 'sleep_efficiency', fact: 'sleep_efficiency_mean' },
] as const satisfies readonly { readonly metric: MetricId; readonly fact: string }[];

export const factNames: readonly string[] = ['bmi', ...rows.flatMap(({ fact }) => windows.map((window) => `${fact}${window}`))];

export interface FactRow {
  readonly metric: MetricId;
  readonly label: string;
  readonly unit: string;
  /** Of the day, 30 days and 3 months, in the person's units; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

/** The rows that hold anything at all. */
export function factRows({ data }: Pick<FactValues, 'data'>, units: Units): readonly FactRow[] {
  return rows
    .map(({ metric, fact }) => ({
      metric,
      label: catalogue[metric].label,
      unit: displayUnit(catalogue[metric], units),
      values: windows.map((window) => {
        const value = data[`${fact}${window}`];
        return typeof value === 'number' ? displayValue(catalogue[metric], value, units) : null;
      }),
    }))
    .filter(({ values }) => values.some((value) => value !== null));
}
