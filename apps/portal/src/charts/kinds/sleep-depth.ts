import type { SleepDepth, SleepStage } from '@vigil/domain/sleep/stages';
import type { DrawContext, Drawing } from '../drawing.ts';
import { group, rectangle, shapesLayer, stroke } from './shapes.ts';

/** Rows from the bottom up, in the order of a clinical hypnogram: deep, light, REM, awake on top. */
const rows: Readonly<Record<SleepDepth, number>> = { 4: 0, 2: 1, 3: 2, 1: 3 };

/** Stages further apart than this are not joined: something between them was not recorded. Seconds. */
const joinedWithinSeconds = 60;

/** Sleep depth: the hypnogram, each stage on its row in its colour, joined where one follows the other without a gap. */
export function sleepDepth(stages: readonly SleepStage[], labels: Readonly<Record<SleepDepth, string>>, context: DrawContext): Drawing {
  const { span, theme } = context;
  const visible = stages
    .filter(([start, end]) => end > span.from && start < span.to)
    .map((stage, index, all) => ({ stage, before: all[index - 1] }));
  const layer = shapesLayer(
    'sleep-depth',
    visible,
    ({ stage: [start, end, depth], before }, place) => {
      const row = rows[depth];
      const joined = before !== undefined && start - before[1] <= joinedWithinSeconds;
      const riser = joined ? [stroke([place([start, rows[before[2]] + 0.5]), place([start, row + 0.5])], theme.muted, 1, 0.6)] : [];
      return group([...riser, rectangle(place([start, row + 0.14]), place([end, row + 0.86]), { color: theme.sleep[depth] }, 0, 1)]);
    },
    3,
  );
  const tickLabels = new Map(([1, 2, 3, 4] as const).map((depth) => [rows[depth] + 0.5, labels[depth]]));
  return { axis: { min: 0, max: 4, ticks: [0.5, 1.5, 2.5, 3.5] }, layers: [layer], tickLabels };
}
