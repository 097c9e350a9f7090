import type { DrawContext, Drawing } from '../drawing.ts';
import { extremesOf, isStep, pointsWithin, type Series } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { dot, group, shapesLayer, stroke } from './shapes.ts';

/** The only point of a series: a dot with its range, because a line needs two points and would show nothing; a step's dot on a dotted line as long as the step. */
export function onePointLine(series: Series, rule: AxisRule, context: DrawContext): Drawing {
  const { span, theme } = context;
  const points = pointsWithin(series.points, span);
  const color = theme.tones[series.tone];
  const layer = shapesLayer(
    `${series.key}:one`,
    points,
    (point, place) => {
      const range =
        point.low !== undefined && point.high !== undefined
          ? [stroke([place([point.at, point.low]), place([point.at, point.high])], color, 3, 0.4)]
          : [];
      // As wide as what was measured: nothing is drawn over hours that nobody measured.
      const level = isStep(point)
        ? [stroke([place([point.from, point.value]), place([point.to, point.value])], color, 1, 0.5, [2, 4])]
        : [];
      return group([
        ...level,
        ...range,
        dot(place([point.at, point.value]), 4.5, ...(point.soFar ? ([theme.card, color] as const) : ([color, theme.card] as const))),
      ]);
    },
    3,
  );
  return { axis: valueAxis(rule, extremesOf(points), context.span), layers: [layer] };
}
