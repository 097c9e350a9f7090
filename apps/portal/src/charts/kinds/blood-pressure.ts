import type { DrawContext, Drawing } from '../drawing.ts';
import { extremesOf, type Series, type SeriesPoint } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { group, shapesLayer, stroke } from './shapes.ts';

export interface PressurePair {
  readonly at: number;
  readonly systolic: number;
  readonly diastolic: number;
}

/** Systolic and diastolic values of the same moment; a value without its partner is no pressure reading and is left out. */
export function pressurePairs(systolic: Series, diastolic: Series): readonly PressurePair[] {
  const lower = new Map(diastolic.points.map((point) => [point.at, point.value]));
  return systolic.points.flatMap((point) => {
    const value = lower.get(point.at);
    return value === undefined ? [] : [{ at: point.at, systolic: point.value, diastolic: value }];
  });
}

/** Blood pressure: one bar from diastolic to systolic per reading, with a cap at either end. */
export function bloodPressure(systolic: Series, diastolic: Series, rule: AxisRule, context: DrawContext): Drawing {
  const { span, columns, theme } = context;
  const pairs = pressurePairs(systolic, diastolic).filter((pair) => pair.at >= span.from && pair.at < span.to);
  const half = Math.max(2, Math.min(6, columns / Math.max(1, pairs.length) / 3));
  const color = theme.tones[systolic.tone];
  const layer = shapesLayer(
    'blood-pressure',
    pairs,
    (pair, place) => {
      const [x, top] = place([pair.at, pair.systolic]);
      const [, bottom] = place([pair.at, pair.diastolic]);
      return group([
        stroke(
          [
            [x, top],
            [x, bottom],
          ],
          color,
          Math.max(2, half),
          0.35,
        ),
        stroke(
          [
            [x - half, top],
            [x + half, top],
          ],
          color,
          2.5,
        ),
        stroke(
          [
            [x - half, bottom],
            [x + half, bottom],
          ],
          color,
          2.5,
        ),
      ]);
    },
    3,
  );
  const values = pairs.flatMap((pair): SeriesPoint[] => [
    { at: pair.at, from: pair.at, to: pair.at, value: pair.systolic, low: pair.diastolic, high: pair.systolic },
  ]);
  return { axis: valueAxis(rule, extremesOf(values)), layers: [layer] };
}
