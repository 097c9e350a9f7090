import type { Annotation } from '../annotations.ts';
import type { DrawContext, DrawnSeries } from '../drawing.ts';
import type { TimeSpan } from '../series.ts';
import type { ValueAxis } from '../value-axis.ts';
import { annotationLayers } from './annotation-marks.ts';
import { group, polygon, rectangle, shapesLayer, stroke } from './shapes.ts';

/** What lies behind the measured data and helps to judge it. */
export interface Backdrop {
  /** Times at which the band was off the wrist or charging: hatched, so that nobody takes silence for calm. */
  readonly unworn?: readonly TimeSpan[];
  /** What a rule looked at when it fired: a soft column. */
  readonly window?: TimeSpan;
  /** Where this person's values usually lie, over time: a soft band. */
  readonly usual?: readonly UsualStretch[];
  /** Limits of a published reference range: thin lines. */
  readonly limits?: readonly number[];
  /** What happened at a moment: marked at the upper edge. */
  readonly annotations?: readonly Annotation[];
  /** The present, when it lies within the span. */
  readonly now?: number;
}

export interface UsualStretch extends TimeSpan {
  readonly low: number;
  readonly high: number;
}

/** Layers behind the data, the rearmost first. */
export function backdropLayers(backdrop: Backdrop, axis: ValueAxis, context: DrawContext): readonly DrawnSeries[] {
  const { theme, span } = context;
  const layers: DrawnSeries[] = [];
  const { window } = backdrop;
  if (window !== undefined && window.to > span.from && window.from < span.to) {
    const [from, to] = [Math.max(window.from, span.from), Math.min(window.to, span.to)];
    const fill = { color: theme.high, opacity: theme.dark ? 0.24 : 0.14 };
    layers.push(shapesLayer('window', [window], (_, place) => rectangle(place([from, axis.min]), place([to, axis.max]), fill), 0));
  }
  const usual = backdrop.usual ?? [];
  if (usual.length > 0) {
    const fill = { color: theme.muted, opacity: theme.dark ? 0.22 : 0.14 };
    layers.push(
      shapesLayer(
        'usual',
        usual,
        (stretch, place) => rectangle(place([stretch.from, stretch.low]), place([stretch.to, stretch.high]), fill),
        0,
      ),
    );
  }
  const unworn = (backdrop.unworn ?? []).filter((stretch) => stretch.to > span.from && stretch.from < span.to);
  if (unworn.length > 0) layers.push(hatchLayer(unworn, axis, context));
  const limits = (backdrop.limits ?? []).filter((limit) => limit >= axis.min && limit <= axis.max);
  if (limits.length > 0) {
    layers.push(
      shapesLayer(
        'limits',
        limits,
        (limit, place) => stroke([place([span.from, limit]), place([span.to, limit])], theme.muted, 1, 0.75, [1, 4]),
        1,
      ),
    );
  }
  const { now } = backdrop;
  if (now !== undefined && now > span.from && now < span.to) {
    layers.push(shapesLayer('now', [now], (at, place) => stroke([place([at, axis.min]), place([at, axis.max])], theme.muted, 1, 0.8), 1));
  }
  layers.push(...annotationLayers(backdrop.annotations ?? [], axis, context));
  return layers;
}

/** Slanted lines, 7 pixels apart, over a faint fill; drawn as strokes because a canvas pattern blurs on dense screens. */
function hatchLayer(stretches: readonly TimeSpan[], axis: ValueAxis, context: DrawContext): DrawnSeries {
  const { theme, span } = context;
  return shapesLayer('unworn', stretches, (stretch, place) => {
    const [left, top] = place([Math.max(stretch.from, span.from), axis.max]);
    const [right, bottom] = place([Math.min(stretch.to, span.to), axis.min]);
    const height = bottom - top;
    const lines = [];
    for (let x = Math.floor((left - height) / 7) * 7; x < right; x += 7) {
      const [start, end] = [Math.max(x, left), Math.min(x + height, right)];
      if (end > start)
        lines.push(
          stroke(
            [
              [start, bottom - (start - x)],
              [end, bottom - (end - x)],
            ],
            theme.hatch,
            1,
            0.7,
          ),
        );
    }
    const back = polygon(
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
      { color: theme.hatch, opacity: 0.08 },
    );
    return group([back, ...lines]);
  });
}
