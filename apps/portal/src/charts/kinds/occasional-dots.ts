import { envelope } from '../downsample.ts';
import type { DrawContext, Drawing } from '../drawing.ts';
import { beyond, type Limits } from '../limits.ts';
import { extremesOf, pointsWithin, type Series } from '../series.ts';
import { type AxisRule, axisWithRoom } from '../value-axis.ts';
import { dot, dotsReach, group, pointer, shapesLayer, stroke } from './shapes.ts';

/** Pixels that a dot needs to be told from the next. */
const dotWidth = 10;

/**
 * Readings taken now and then: a dot each and nothing between them; one beyond the limits wears an arrowhead on that side. Where
 * there is no room for each, a dot is the mean of those that share it, on a line from the lowest to the highest of them.
 */
export function occasionalDots(series: Series, rule: AxisRule, limits: Limits, context: DrawContext): Drawing {
  const { span, columns, theme } = context;
  const points = pointsWithin(series.points, span);
  const color = theme.tones[series.tone];
  const layer = shapesLayer(
    `${series.key}:dots`,
    envelope(points, span, Math.max(1, Math.floor(columns / dotWidth))),
    ({ at, value, low = value, high = value }, place) => {
      const [top, bottom] = [place([at, high]), place([at, low])];
      const isAbove = beyond(limits, high) === 'above';
      const isBelow = beyond(limits, low) === 'below';
      return group([
        ...(low < high ? [stroke([top, bottom], color, 3, 0.45)] : []),
        dot(place([at, value]), low < high ? 2.5 : 4, color, theme.card),
        ...(isAbove ? [pointer(top, 'above', theme)] : []),
        ...(isBelow ? [pointer(bottom, 'below', theme)] : []),
      ]);
    },
    3,
  );
  const reach = dotsReach({
    above: points.some(({ value, high = value }) => beyond(limits, high) === 'above'),
    below: points.some(({ value, low = value }) => beyond(limits, low) === 'below'),
  });
  return { axis: axisWithRoom(rule, extremesOf(points), reach, context), layers: [layer] };
}
