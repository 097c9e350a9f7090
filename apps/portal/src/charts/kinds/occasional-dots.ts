import type { DrawContext, Drawing } from '../drawing.ts';
import { beyond, type Limits } from '../limits.ts';
import { extremesOf, pointsWithin, type Series } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { dot, group, pointer, shapesLayer } from './shapes.ts';

/** Readings taken now and then: a dot each and nothing between them; one beyond the limits wears an arrowhead on that side. */
export function occasionalDots(series: Series, rule: AxisRule, limits: Limits, context: DrawContext): Drawing {
  const { span, theme } = context;
  const points = pointsWithin(series.points, span);
  const color = theme.tones[series.tone];
  const layer = shapesLayer(
    `${series.key}:dots`,
    points,
    (point, place) => {
      const center = place([point.at, point.value]);
      const side = beyond(limits, point.value);
      return group([dot(center, 4, color, theme.card), ...(side === null ? [] : [pointer(center, side, theme)])]);
    },
    3,
  );
  return { axis: valueAxis(rule, extremesOf(points), span), layers: [layer] };
}
