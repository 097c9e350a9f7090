import type { DrawContext, Drawing } from '../drawing.ts';
import type { TimeSpan } from '../series.ts';
import { rectangle, shapesLayer } from './shapes.ts';

interface StateStretch extends TimeSpan {
  readonly color: string;
  readonly opacity: number;
}

/** One row of states over time, for a metric that holds a state until the next one (band on wrist, off wrist, charging). */
export function stateStrip(id: string, stretches: readonly StateStretch[], context: DrawContext): Drawing {
  const visible = stretches.filter((stretch) => stretch.to > context.span.from && stretch.from < context.span.to);
  const layer = shapesLayer(`${id}:strip`, visible, (stretch, place) =>
    rectangle(place([stretch.from, 0.15]), place([stretch.to, 0.85]), { color: stretch.color, opacity: stretch.opacity }, 0, 2),
  );
  return { axis: { min: 0, max: 1, ticks: [] }, layers: [layer] };
}
