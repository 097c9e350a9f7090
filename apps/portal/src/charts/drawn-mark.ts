import { isOccasional } from './gaps.ts';
import { pointsWithin, type Series, type TimeSpan } from './series.ts';

const lines: readonly string[] = ['line', 'dashed', 'dotted', 'thick'];

/** The mark of a series as it is drawn: of a line that has one reading on screen, or readings that no line joins, there are dots. */
export function drawnMark<Mark extends string>(mark: Mark, { points }: Pick<Series, 'points'>, span: TimeSpan): Mark | 'dot' {
  const isDots = pointsWithin(points, span).length === 1 || isOccasional(points);
  return isDots && lines.includes(mark) ? 'dot' : mark;
}
