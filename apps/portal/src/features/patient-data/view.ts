import { type Granularity, granularities } from '@vigil/domain/timeframe/granularity';
import { type DataRange, dataRange, dataRanges } from '@vigil/domain/timeframe/ranges';
import type { TimeSpan } from '#charts/series.ts';

/** Charts of the data page, in the order they are stacked; the names stand in shared addresses, so they never change. */
export const panelIds = [
  'heart_rate',
  'rhr',
  'rmssd',
  'histogram',
  'resp_rate',
  'spo2',
  'skin_temp',
  'body_temp',
  'gsr',
  'steps',
  'calories',
  'sleep',
  'sleep_total',
  'blood_pressure',
  'weight',
  'glucose',
  'meals',
  'medications',
  'workouts',
  'band_removed',
  'battery',
  'anomaly',
] as const;
export type PanelId = (typeof panelIds)[number];
/** Those of what people log; they stand on the newer page. */
export type LoggedPanelId = Extract<PanelId, 'meals' | 'medications' | 'workouts'>;

/** Value axes fitted to what there is to see, or with the standard ends of the metric. */
export const axisEnds = ['fit', 'standard'] as const;
export type AxisEnds = (typeof axisEnds)[number];

/** What of a member's data is on screen: all of it stands in the address, so that a link shows another person the same. */
export interface PatientView {
  readonly range: DataRange;
  /** The last day shown, yyyy-MM-dd in the member's zone; null follows the present. */
  readonly end: string | null;
  /** How wide a step is where the person chose one; null is the range's own. */
  readonly detail: Granularity | null;
  readonly hidden: readonly PanelId[];
  /** The stretch zoomed to, Unix seconds; null shows the whole range. */
  readonly zoom: TimeSpan | null;
  /** How value axes end, where the address says so; null leaves it to whoever looks. */
  readonly axes: AxisEnds | null;
}

/** Widths of a step that a range can be read in; the first one is the specified. */
export const detailsOf: Readonly<Record<number, readonly Granularity[]>> = {
  1: ['HOURLY'],
  7: ['DAILY', 'HOURLY'],
  30: ['DAILY', 'WEEKLY', 'HOURLY'],
  365: ['MONTHLY', 'WEEKLY', 'DAILY'],
};

export function granularityOf(view: Pick<PatientView, 'range' | 'detail'>): Granularity {
  const offered = detailsOf[view.range.days] ?? [];
  return view.detail !== null && offered.includes(view.detail) ? view.detail : view.range.granularity;
}

const firstRange = dataRanges[0] as DataRange;

/** Reads a view from the address. Whatever is missing or makes no sense takes its default: a mistyped link still opens. */
export function viewOf(search: Readonly<Record<string, unknown>>): PatientView {
  const range = dataRange(Number(search.range)) ?? firstRange;
  const detail = granularities.find((candidate) => candidate.toLowerCase() === search.detail) ?? null;
  return {
    range,
    end: dayOf(search.end),
    detail: detail !== null && detailsOf[range.days]?.includes(detail) && detail !== range.granularity ? detail : null,
    hidden: typeof search.hide === 'string' ? panelIds.filter((id) => String(search.hide).split(',').includes(id)) : [],
    zoom: zoomOf(search.zoom),
    axes: axisEnds.find((ends) => ends === search.axes) ?? null,
  };
}

/** The address of a view; defaults are left out, so that the plain page has a plain address. */
export function searchOf(view: PatientView): Record<string, string | number> {
  return {
    ...(view.range.days === firstRange.days ? {} : { range: view.range.days }),
    ...(view.end === null ? {} : { end: view.end }),
    ...(view.detail === null ? {} : { detail: view.detail.toLowerCase() }),
    ...(view.hidden.length === 0 ? {} : { hide: view.hidden.join(',') }),
    ...(view.zoom === null ? {} : { zoom: `${Math.round(view.zoom.from)}-${Math.round(view.zoom.to)}` }),
    ...(view.axes === null ? {} : { axes: view.axes }),
  };
}

function dayOf(text: unknown): string | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

function zoomOf(text: unknown): TimeSpan | null {
  const match = typeof text === 'string' ? /^(\d{1,11})-(\d{1,11})$/.exec(text) : null;
  if (match === null) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return from < to ? { from, to } : null;
}
