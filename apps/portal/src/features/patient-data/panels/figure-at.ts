import { valueAt } from '#charts/value-at.ts';
import { writeValue } from '#charts/write-value.ts';
import type { Figure, TimePanel } from './panel.ts';

/**
 * What a chart reads at a moment, for the legend and for the voice alike: its first series, or what all of them make together
 * where one alone would be taken for the whole. Null where nothing was measured.
 */
export function figureAt(panel: Pick<TimePanel, 'legend' | 'together'>, at: number, locale: string): Figure | null {
  const points = panel.legend.map(({ series }) => valueAt(series, at));
  if (panel.together !== undefined) return panel.together(points.map((point) => point?.value ?? null));
  const [entry] = panel.legend;
  const [point] = points;
  if (entry === undefined || point === undefined || point === null) return null;
  return { value: writeValue(entry.series, point.value, locale), unit: entry.series.unit, label: '' };
}
