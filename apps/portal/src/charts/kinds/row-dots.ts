import type { DrawContext, Drawing } from '../drawing.ts';
import { groupedBy } from '../grouped-by.ts';
import { pointsWithin, type Series, type SeriesPoint } from '../series.ts';
import { dot, group, type Shape, shapesLayer, stroke, text } from './shapes.ts';

interface Row {
  readonly label: string;
  readonly color: string;
  readonly points: readonly SeriesPoint[];
}

/** Meal dots: a row for each kind of meal (the values of the series, in the order of its words), a dot for each meal. */
export function mealDots(series: Series, context: DrawContext): Drawing {
  const color = context.theme.tones[series.tone];
  const rows = [...(series.words ?? [])].map(([value, label]) => ({
    label,
    color,
    points: series.points.filter((point) => point.value === value),
  }));
  const drawing = rowDots(`${series.key}:meals`, rows, context);
  return { ...drawing, tickLabels: new Map(rows.map(({ label }, index) => [rows.length - index - 0.5, label])) };
}

/** Log dots: a row for each series (a medication, workouts, the scale), named above its line, a dot for each entry. */
export function logDots(all: readonly Series[], context: DrawContext): Drawing {
  const { span, theme } = context;
  const rows = all.map(({ label, tone, points }) => ({ label, color: theme.tones[tone], points }));
  // The name stands in the upper half of its row, and the dots in the lower one.
  const drawing = rowDots('logs', rows, context, 0.28);
  const named = rows.map(({ label }, index) => ({ label, top: rows.length - index }));
  const names = shapesLayer('logs:names', named, ({ label, top }, place) => {
    const [x, y] = place([span.from, top]);
    return text(label, [x + 4, y + 3], theme.text, theme);
  });
  return { ...drawing, axis: { ...drawing.axis, ticks: [] }, layers: [...drawing.layers, names] };
}

/** Dots nearer than this are drawn as one, with their number. Pixels. */
const apart = 11;

/** Rows from the top down, each with its line, `lineAt` of its height over its lower edge, and its dots; what was missed is a hollow one with a stroke through it. */
function rowDots(id: string, rows: readonly Row[], context: DrawContext, lineAt = 0.5): Drawing {
  const { span, theme } = context;
  const heightOf = (index: number) => rows.length - index - 1 + lineAt;
  const lines = shapesLayer(
    `${id}:lines`,
    rows.map((_, index) => heightOf(index)),
    (height, place) => stroke([place([span.from, height]), place([span.to, height])], theme.grid, 1),
  );
  const marks = rows.flatMap((row, index) => marksOf(row, context).map((mark) => ({ ...mark, height: heightOf(index) })));
  const dots = shapesLayer(
    `${id}:dots`,
    marks,
    ({ at, count, missed, color, height }, place) => {
      const center = place([at, height]);
      if (count > 1) return counted(center, count, missed, color, context);
      if (missed === 0) return dot(center, 4.5, color, theme.card);
      const [x, y] = center;
      return group([
        dot(center, 4.5, theme.card, color),
        stroke(
          [
            [x - 5, y + 5],
            [x + 5, y - 5],
          ],
          color,
          1.5,
        ),
      ]);
    },
    3,
  );
  const ticks = rows.map((_, index) => heightOf(index));
  return { axis: { min: 0, max: Math.max(1, rows.length), ticks }, layers: [lines, dots] };
}

interface Mark {
  readonly at: number;
  readonly count: number;
  readonly missed: number;
  readonly color: string;
}

/** The dots of a row; those that would overlap are one with their number, so that none is hidden behind another. */
function marksOf({ points, color }: Row, { span, columns }: DrawContext): readonly Mark[] {
  const width = (apart / columns) * (span.to - span.from);
  const shared = groupedBy(pointsWithin(points, span), ({ at }) => Math.floor((at - span.from) / width));
  return [...shared.values()].map((all) => ({
    at: all.reduce((sum, { at }) => sum + at, 0) / all.length,
    count: all.length,
    missed: all.filter(({ missed }) => missed).length,
    color,
  }));
}

function counted(center: [number, number], count: number, missed: number, color: string, { theme }: DrawContext): Shape {
  const [x, y] = center;
  // Among several, one that was missed must not be hidden by those that were done.
  const [fill, border, ink] = missed > 0 ? [theme.card, color, theme.text] : [color, theme.card, theme.card];
  return group([dot(center, 7, fill, border), text(count > 99 ? '99' : String(count), [x, y], ink, theme, 'middle')]);
}
