import { type Annotation, annotationKinds } from '../annotations.ts';
import type { DrawContext, DrawnSeries } from '../drawing.ts';
import { groupedBy } from '../grouped-by.ts';
import type { ValueAxis } from '../value-axis.ts';
import { dot, group, polygon, type Shape, shapesLayer, stroke, text } from './shapes.ts';

/** Annotations nearer than this share a mark. Pixels. */
const apart = 16;
const half = 5;

/** What happened at moments: a thin dashed line down, and over the plot a mark of a shape of its kind; several at once with their number. */
export function annotationLayers(annotations: readonly Annotation[], axis: ValueAxis, context: DrawContext): readonly DrawnSeries[] {
  const { span, columns, theme } = context;
  const width = (apart / columns) * (span.to - span.from);
  const visible = annotations.filter(({ at }) => at >= span.from && at < span.to);
  const marks = [...groupedBy(visible, ({ at }) => Math.floor((at - span.from) / width)).values()].flatMap(asMark);
  if (marks.length === 0) return [];
  const colorOf = (kind: Annotation['kind']) => (kind === 'alert' ? theme.high : theme.text);
  const draw = ({ at, kind, count }: Mark, place: (corner: readonly [number, number]) => [number, number]) => {
    const [x, top] = place([at, axis.max]);
    const middle: [number, number] = [x, top - half - 3];
    const more = count > 1 ? [text(String(count), [x + half + 6, top - half - 3], theme.text, theme, 'middle')] : [];
    return group([
      stroke([[x, top - 2], place([at, axis.min])], colorOf(kind), 1, 0.7, [2, 3]),
      shapeOf(kind, middle, colorOf(kind), theme.card),
      ...more,
    ]);
  };
  // Over the plot, in a lane of their own.
  return [{ ...shapesLayer('annotations', marks, draw, 4), clip: false }];
}

interface Mark {
  readonly at: number;
  readonly kind: Annotation['kind'];
  readonly count: number;
}

/** The weightiest of those that share a mark gives it its shape and its place. */
function asMark(shared: readonly Annotation[]): readonly Mark[] {
  const [first] = shared.toSorted((a, b) => annotationKinds.indexOf(a.kind) - annotationKinds.indexOf(b.kind));
  return first === undefined ? [] : [{ at: first.at, kind: first.kind, count: shared.length }];
}

/** An alert is a triangle, a change of medication a diamond, an action a disc, a note a square. */
function shapeOf(kind: Annotation['kind'], [x, y]: [number, number], color: string, border: string): Shape {
  if (kind === 'action') return dot([x, y], half, color, border);
  const corners = {
    alert: [
      [x - half, y + half],
      [x + half, y + half],
      [x, y - half],
    ],
    medication: [
      [x, y - half],
      [x + half, y],
      [x, y + half],
      [x - half, y],
    ],
    note: [
      [x - half + 1, y - half + 1],
      [x + half - 1, y - half + 1],
      [x + half - 1, y + half - 1],
      [x - half + 1, y + half - 1],
    ],
  } satisfies Record<string, [number, number][]>;
  return polygon(corners[kind], { color });
}
