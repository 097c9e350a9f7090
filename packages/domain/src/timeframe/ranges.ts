import type { Granularity } from './granularity.ts';

/** A range that a person can choose, and how finely its facts are asked for. */
export interface Range {
  readonly days: number;
  readonly granularity: Granularity;
}

export interface DataRange extends Range {
  /** Days that one step back or forward moves the page. */
  readonly stepDays: number;
  readonly stepLabel: string;
}

/**
 * Ranges of the member's charts. The specification lists the days; it gives no granularity, so an hour is a step while
 * the hours of a day can still be told apart (two days, where sleep too is still shown as stages) and a day beyond.
 * Moving averages are hourly at every range: a window of 12 hours means nothing between days.
 */
export const chartRanges: readonly Range[] = [
  { days: 1, granularity: 'HOURLY' },
  { days: 2, granularity: 'HOURLY' },
  { days: 7, granularity: 'DAILY' },
  { days: 14, granularity: 'DAILY' },
  { days: 21, granularity: 'DAILY' },
  { days: 28, granularity: 'DAILY' },
];

/** Ranges of the data page with the step and granularity that the specification gives each. */
export const dataRanges: readonly DataRange[] = [
  { days: 1, stepDays: 1, stepLabel: '1 day', granularity: 'HOURLY' },
  { days: 7, stepDays: 1, stepLabel: '1 day', granularity: 'DAILY' },
  { days: 30, stepDays: 7, stepLabel: '1 week', granularity: 'DAILY' },
  { days: 365, stepDays: 30, stepLabel: '1 month', granularity: 'MONTHLY' },
];

/** The data range of so many days; undefined where the specification has none. */
export function dataRange(days: number): DataRange | undefined {
  return dataRanges.find((range) => range.days === days);
}

/** The chart range of so many days; undefined where the specification has none. */
export function chartRange(days: number): Range | undefined {
  return chartRanges.find((range) => range.days === days);
}
