import { catalogue, type Metric, type MetricId } from '@vigil/domain/metrics/catalogue';

/** A measure column: one metric, or the two of a blood pressure read as one. */
export const measureColumns = {
  heart_rate: { metrics: ['heart_rate'], sort: 'heart_rate' },
  rhr: { metrics: ['rhr'], sort: 'rhr' },
  rmssd: { metrics: ['rmssd'], sort: 'rmssd' },
  spo2: { metrics: ['spo2'], sort: 'spo2' },
  resp_rate: { metrics: ['resp_rate'], sort: 'resp_rate' },
  blood_pressure: { metrics: ['systolic', 'diastolic'], sort: 'systolic' },
  skin_temp: { metrics: ['skin_temp'], sort: 'skin_temp' },
  body_temp: { metrics: ['body_temp'], sort: 'body_temp' },
  weight: { metrics: ['weight'], sort: 'weight' },
  glucose: { metrics: ['glucose'], sort: 'glucose' },
  steps: { metrics: ['steps'], sort: 'steps' },
} as const satisfies Record<string, { metrics: readonly MetricId[]; sort: MetricId }>;

export type ColumnId = keyof typeof measureColumns;
export const columnIds = Object.keys(measureColumns) as readonly ColumnId[];
export const defaultColumns: readonly ColumnId[] = ['heart_rate', 'spo2', 'resp_rate', 'blood_pressure', 'skin_temp', 'weight'];

/** Metrics that the given columns need from the server. */
export function factsOf(columns: readonly ColumnId[]): readonly MetricId[] {
  return [...new Set(columns.flatMap((column) => measureColumns[column].metrics))];
}

/** The metric that names a column's unit and decimals. */
export function leadMetric(column: ColumnId): Metric {
  return catalogue[measureColumns[column].metrics[0]];
}
