import { chartRange, chartRanges } from '@vigil/domain/timeframe/ranges';
import { defaultBaseline, defaultTimeframe, parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { type ChartedId, chartedIds } from '#charts/member/charted.ts';

/** What evidence is read from: one primary metric, those beside it, and a timeframe against a baseline. */
export interface Evidence {
  readonly primary: ChartedId;
  readonly secondary: readonly ChartedId[];
  /** Timeframe strings, as in `24h` and `7dS1d`. */
  readonly timeframe: string;
  readonly baseline: string;
  /** The moment that both count back from, as that of an alert, in Unix seconds; null: the end of what is shown. */
  readonly at: number | null;
}

/** What is analysed: all of it stands in the address, so that a link shows another person the same. */
export interface AnalysisView {
  readonly days: number;
  /** The last day shown, yyyy-MM-dd in the member's zone; null follows the present. */
  readonly end: string | null;
  /** In the order in which they stand. */
  readonly metrics: readonly ChartedId[];
  /** With the average over 12 hours. */
  readonly average: boolean;
  readonly evidence: Evidence | null;
  /** `period`: the same days before; else the id of another member. */
  readonly compare: string | null;
}

export const analysisDays = chartRanges.map(({ days }) => days);
const usualDays = 7;

/** What a clinician sees who has chosen nothing, and what a member does. */
export const metricsUnlessChosen: readonly ChartedId[] = [
  'heart_rate',
  'rhr',
  'rmssd',
  'resp_rate',
  'spo2',
  'temp',
  'steps',
  'sleep',
  'anomaly',
];
export const ownMetrics: readonly ChartedId[] = [
  'heart_rate',
  'steps',
  'sleep',
  'weight',
  'blood_pressure',
  'glucose',
  'spo2',
  'resp_rate',
  'temp',
  'rhr',
  'rmssd',
  'meals',
];
export const ownMetricsUnlessChosen: readonly ChartedId[] = ['heart_rate', 'steps', 'sleep', 'weight', 'blood_pressure'];

/** What can be evidence: values that have a mean. */
export const evidenceMetrics: readonly ChartedId[] = ['heart_rate', 'rhr', 'rmssd', 'resp_rate', 'spo2', 'temp', 'gsr', 'steps', 'sleep'];
const evidenceUnlessChosen = { primary: 'heart_rate', secondary: ['rhr', 'resp_rate', 'spo2', 'steps'] } as const;

/** Unix seconds. */
const latestMoment = 99_999_999_999;

/** Reads a view from the address. Whatever is missing or makes no sense takes its default: a mistyped link still opens. */
export function viewOf(search: Readonly<Record<string, unknown>>, own: boolean): AnalysisView {
  const offered = own ? ownMetrics : chartedIds;
  const metrics = idsOf(search.metrics).filter((id) => offered.includes(id));
  const compare = typeof search.compare === 'string' && search.compare !== '' ? search.compare : null;
  return {
    days: chartRange(Number(search.range))?.days ?? usualDays,
    end: typeof search.end === 'string' && /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(search.end) && isDay(search.end) ? search.end : null,
    metrics: metrics.length > 0 ? metrics : own ? ownMetricsUnlessChosen : metricsUnlessChosen,
    average: search.average === 'yes',
    evidence: !own && search.mode === 'evidence' ? evidenceOf(search) : null,
    compare: own && compare !== 'period' ? null : compare,
  };
}

function evidenceOf(search: Readonly<Record<string, unknown>>): Evidence {
  const primary = idsOf(search.primary).find((id) => evidenceMetrics.includes(id)) ?? evidenceUnlessChosen.primary;
  const chosen = idsOf(search.secondary).filter((id) => evidenceMetrics.includes(id));
  const timeframe = (text: unknown, usual: string) => (typeof text === 'string' && parseTimeframe(text) !== null ? text : usual);
  return {
    primary,
    secondary: (search.secondary === undefined ? evidenceUnlessChosen.secondary : chosen).filter((id) => id !== primary),
    timeframe: timeframe(search.timeframe, defaultTimeframe),
    baseline: timeframe(search.baseline, defaultBaseline),
    at: momentOf(search.at),
  };
}

function momentOf(text: unknown): number | null {
  const seconds = Number(text);
  return text !== undefined && Number.isInteger(seconds) && seconds > 0 && seconds <= latestMoment ? seconds : null;
}

/** The address of a view; defaults are left out, so that the plain page has a plain address. */
export function searchOf(view: AnalysisView, own: boolean): Record<string, string | number> {
  const { days, end, metrics, average, evidence, compare } = view;
  const usual = own ? ownMetricsUnlessChosen : metricsUnlessChosen;
  return {
    ...(days !== usualDays && { range: days }),
    ...(end !== null && { end }),
    ...(metrics.join() !== usual.join() && { metrics: metrics.join(',') }),
    ...(average && { average: 'yes' }),
    ...(evidence !== null && {
      mode: 'evidence',
      primary: evidence.primary,
      secondary: evidence.secondary.join(','),
      timeframe: evidence.timeframe,
      baseline: evidence.baseline,
      ...(evidence.at !== null && { at: evidence.at }),
    }),
    ...(compare !== null && { compare }),
  };
}

function idsOf(text: unknown): readonly ChartedId[] {
  const named = typeof text === 'string' ? text.split(',') : [];
  return [...new Set(named)].filter((id): id is ChartedId => (chartedIds as readonly string[]).includes(id));
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
