import type { DrawContext, Drawing } from '../drawing.ts';
import { group, rectangle, shapesLayer, stroke } from './shapes.ts';

/** 1 awake, 2 light, 3 REM, 4 deep. */
export type SleepDepth = 1 | 2 | 3 | 4;

export interface SleepStretch {
  readonly from: number;
  readonly to: number;
  readonly depth: SleepDepth;
}

/** The deepest stage there is: a depth above it is treated as it, as specified. */
export const deepestSleep = 4;

export function sleepDepthOf(value: number): SleepDepth | null {
  const depth = Math.min(deepestSleep, Math.round(value));
  return depth === 1 || depth === 2 || depth === 3 || depth === 4 ? depth : null;
}

/** Rows from the bottom: deep, light, REM, awake, the order of a clinical hypnogram (awake on top, REM under it). */
const rows: Readonly<Record<SleepDepth, number>> = { 4: 0, 2: 1, 3: 2, 1: 3 };
const strength: Readonly<Record<SleepDepth, number>> = { 1: 0.45, 3: 0.7, 2: 0.6, 4: 1 };

/** Sleep depth: the hypnogram, each stage on its row, joined where one follows the other without a gap. */
export function sleepDepth(stretches: readonly SleepStretch[], labels: Readonly<Record<SleepDepth, string>>, context: DrawContext): Drawing {
  const color = context.theme.tones.sleep;
  const layer = shapesLayer(
    'sleep-depth',
    stretches,
    (stretch, place) => {
      const row = rows[stretch.depth];
      const before = stretches[stretches.indexOf(stretch) - 1];
      const joined = before !== undefined && stretch.from - before.to < 60;
      const riser = joined ? [stroke([place([stretch.from, rows[before.depth] + 0.5]), place([stretch.from, row + 0.5])], color, 1, 0.5)] : [];
      const awake = stretch.depth === 1;
      const fill = { color: awake ? context.theme.tones.temperature : color, opacity: awake ? 0.9 : strength[stretch.depth] };
      return group([...riser, rectangle(place([stretch.from, row + 0.2]), place([stretch.to, row + 0.8]), fill, 0, 1)]);
    },
    3,
  );
  const tickLabels = new Map(([1, 2, 3, 4] as const).map((depth) => [rows[depth] + 0.5, labels[depth]]));
  return { axis: { min: 0, max: 4, ticks: [0.5, 1.5, 2.5, 3.5] }, layers: [layer], tickLabels };
}
