import { basicLine } from '#charts/kinds/line.ts';
import { stepAtOf } from '#charts/metric-series.ts';
import { markedSoFar, stepsOf } from '#charts/readings.ts';
import type { Series } from '#charts/series.ts';
import { describeLevel } from './describe-level.ts';
import type { TimePanel } from './panel.ts';
import type { PanelInput } from './panel-input.ts';

/** Usual days score about 1; single values beyond 3.5 are called outliers (see `domain/anomaly`). */
const axis = { kind: 'specified', low: 0, high: 4 } as const;

/** How unlike the member's own days before each day is: always of days, on the day of hours as well. */
export function anomalyPanel(input: PanelInput): TimePanel {
  const { write, anomalies, zone, now } = input;
  const title = write('metric.anomaly');
  const points = markedSoFar(stepsOf(anomalies, { value: 'anomaly_score' }, true, stepAtOf('DAILY', zone)), now);
  const series: Series = { key: 'anomaly_score', label: title, unit: '', decimals: 1, tone: 'text', points };
  return {
    ...{ kind: 'time', id: 'anomaly', group: 'score', title, unit: '', height: 72, sources: ['anomalies'], series: [series] },
    legend: [{ series, mark: 'line' }],
    draw: (context) => basicLine(series, axis, context, { dots: points.length <= 60 }),
    backdrop: { now },
    describe: describeLevel(title, series, input),
  };
}
