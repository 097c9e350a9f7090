import { envelope } from '../downsample.ts';
import type { DrawContext, Drawing } from '../drawing.ts';
import { extremesOf, pointsWithin, type Series, type SeriesPoint } from '../series.ts';
import { type AxisRule, valueAxis } from '../value-axis.ts';
import { group, rectangle, shapesLayer } from './shapes.ts';

/** Basic bar: each step's total from zero, as wide as the step is long; where several share a pixel, full up to the lowest of them and light up to the highest. */
export function basicBar(series: Series, rule: AxisRule, context: DrawContext): Drawing {
  const visible = pointsWithin(series.points, context.span);
  if (visible.length > context.columns) return thinnedBars(series, visible, rule, context);
  const fill = { color: context.theme.tones[series.tone], opacity: 0.85 };
  const layer = shapesLayer(`${series.key}:bars`, visible, (point, place) =>
    rectangle(
      place([point.from, 0]),
      place([point.to, point.value]),
      { ...fill, soFar: point.soFar === true },
      gapOf(visible, context),
      1.5,
    ),
  );
  return { axis: valueAxis(rule, extremesOf(visible), context.span), layers: [layer] };
}

function thinnedBars(series: Series, visible: readonly SeriesPoint[], rule: AxisRule, context: DrawContext): Drawing {
  const { span, columns, theme } = context;
  // The lowest and highest total of a column of pixels, not of the readings behind one total.
  const totals = visible.map(({ at, from, to, value }) => ({ at, from, to, value }));
  const half = (span.to - span.from) / columns / 2;
  const color = theme.tones[series.tone];
  const layer = shapesLayer(`${series.key}:bars`, envelope(totals, span, columns), ({ at, value, low = value, high = value }, place) =>
    group([
      rectangle(place([at - half, 0]), place([at + half, high]), { color, opacity: 0.4 }),
      rectangle(place([at - half, 0]), place([at + half, low]), { color, opacity: 0.85 }),
    ]),
  );
  return { axis: valueAxis(rule, extremesOf(visible), span), layers: [layer] };
}

/** A part of a composed bar, and how strongly it is filled. */
export interface BarPart {
  readonly series: Series;
  readonly color: string;
  readonly opacity?: number;
}

/** How strongly parts are filled where colours cannot tell them apart. */
const strengths = [1, 0.6, 0.35, 0.15];

/** Composed bar: the parts of each step stacked, the first one at the bottom. Parts missing in a step, and those of nothing, draw nothing. */
export function composedBar(id: string, parts: readonly BarPart[], rule: AxisRule, context: DrawContext): Drawing {
  const stacks = new Map<number, { from: number; to: number; soFar: boolean; pieces: { low: number; high: number; part: BarPart }[] }>();
  for (const part of parts) {
    for (const point of pointsWithin(part.series.points, context.span)) {
      const stack = stacks.get(point.from) ?? { from: point.from, to: point.to, soFar: point.soFar === true, pieces: [] };
      const low = stack.pieces.at(-1)?.high ?? 0;
      if (point.value > 0) stack.pieces.push({ low, high: low + point.value, part });
      stacks.set(point.from, stack);
    }
  }
  const bars = [...stacks.values()].sort((a, b) => a.from - b.from);
  const totals = bars.map((bar): SeriesPoint => ({ at: bar.from, from: bar.from, to: bar.to, value: bar.pieces.at(-1)?.high ?? 0 }));
  const layer = shapesLayer(`${id}:stack`, bars, (bar, place) =>
    group(
      bar.pieces.map((piece) =>
        rectangle(
          place([bar.from, piece.low]),
          place([bar.to, piece.high]),
          {
            color: piece.part.color,
            opacity: piece.part.opacity ?? (context.theme.forced ? (strengths[parts.indexOf(piece.part)] ?? 1) : 1),
            soFar: bar.soFar,
          },
          gapOf(totals, context),
        ),
      ),
    ),
  );
  return { axis: valueAxis(rule, extremesOf(totals), context.span), layers: [layer] };
}

/** Pixels between bars: a quarter of a bar, at most 6, none when bars are thinner than 4 pixels. */
function gapOf(points: readonly SeriesPoint[], context: DrawContext): number {
  const first = points[Math.floor(points.length / 2)];
  if (first === undefined) return 0;
  const width = ((first.to - first.from) / (context.span.to - context.span.from)) * context.columns;
  return width < 4 ? 0 : Math.min(6, width / 4);
}
