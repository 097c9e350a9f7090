import { ApiError } from '@vigil/contract/client';
import type { TimeSpan } from '#charts/series.ts';
import type { Latest } from '#lib/member-readings.ts';
import type { PanelData } from './data/use-panel-data.ts';
import { metricBehind } from './panels/metric-behind.ts';
import type { Panel } from './panels/panel.ts';

interface Asked {
  readonly data: Pick<PanelData, 'waiting' | 'failed' | 'zoomed'>;
  readonly latest: Latest | undefined;
  /** The whole range; a metric counts as missing when it is missing there, whatever the zoom. */
  readonly range: TimeSpan;
}

/** A chart that only lacks its moving average, or its raw sleep depths, still stands. */
const optional: ReadonlySet<string> = new Set(['averages', 'depths']);

/** Whether a panel has something to show, may have (its call is under way), has nothing in the range, or cannot tell (its call failed). */
export function stateOf(panel: Panel, { data, latest, range }: Asked): 'shown' | 'waiting' | 'missing' | 'failed' {
  const needed = panel.sources.filter((source) => !optional.has(source));
  if (needed.some((source) => data.failed.has(source))) return 'failed';
  if (needed.some((source) => data.waiting.has(source))) return mayHaveData(panel, latest) ? 'waiting' : 'missing';
  // Zoomed into a gap, the histogram stays in its place and counts nothing, as the charts do.
  if (panel.kind === 'histogram' && data.zoomed) return 'shown';
  return panel.describe(range) === null ? 'missing' : 'shown';
}

/** While a call is under way, room is kept only for what the member has ever had, so that little is taken back. */
function mayHaveData(panel: Panel, latest: Latest | undefined): boolean {
  const metric = metricBehind(panel.id);
  return metric === null || latest === undefined || latest.latest[metric] !== undefined;
}

/** Why calls failed, in words. */
export function failureText(failure: Error) {
  if (!(failure instanceof ApiError)) return 'error.other';
  if (failure.status === 0) return 'error.offline';
  return failure.code === 'ticks_unavailable' ? 'error.engine' : 'error.other';
}
