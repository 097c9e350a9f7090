import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import { exportDecimals, roundTo } from '@vigil/domain/units/rounding';
import type { CsvCell } from '#lib/csv.ts';
import type { Write } from '../messages.ts';
import { type Column, csvMoment } from './csv-rows.ts';

/**
 * The sleeps of an export, each on the row of its beginning: when it ended, what measured it, how long each stage was, and its figures. On the range
 * of one day rows are of minutes.
 */
export function sleepColumns(sleeps: readonly SleepRecord[], zone: string, byMinute: boolean, write: Write): readonly Column[] {
  const minutes = (seconds: number | null) => seconds && seconds / 60;
  const column = (title: string, of: (sleep: SleepRecord) => CsvCell): Column => ({
    title,
    cells: new Map(
      sleeps.map((sleep) => {
        const value = of(sleep);
        const at = byMinute ? Math.floor(sleep.start / 60) * 60 : sleep.start;
        return [at, typeof value === 'number' ? roundTo(value, exportDecimals) : value];
      }),
    ),
  });
  return [
    column(write('csv.sleep.end'), ({ end }) => csvMoment(end, zone)),
    column(write('csv.sleep.device'), ({ device_type: device }) => device),
    column(write('csv.sleep.total'), ({ total_sleep_seconds: total }) => minutes(total)),
    ...(['awake', 'light', 'rem', 'deep'] as const).flatMap((stage) => [
      column(write(`csv.sleep.${stage}`), (sleep) => minutes(sleep[`${stage}_seconds`])),
      column(write(`csv.sleep.${stage}Percent`), ({ percentages }) => percentages[stage]),
    ]),
    column(write('csv.sleep.efficiency'), ({ efficiency }) => efficiency),
    column(write('csv.sleep.awakenings'), ({ awakenings }) => awakenings),
    column(write('csv.sleep.latency'), ({ latency_seconds: latency }) => minutes(latency)),
  ];
}
