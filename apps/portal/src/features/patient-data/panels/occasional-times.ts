import { isOccasional } from '#charts/gaps.ts';
import type { Panel } from './panel.ts';

/** When the readings that are taken now and then were taken: the cursor is drawn to them, since nobody hits a minute of a month. */
export function occasionalTimes(panel: Panel): readonly number[] {
  if (panel.kind !== 'time') return [];
  return panel.series.filter(({ points }) => isOccasional(points)).flatMap(({ points }) => points.map((point) => point.at));
}
