import { axisOfAll, composed, type DrawContext, type Drawing } from '../drawing.ts';
import type { Series } from '../series.ts';
import type { AxisRule } from '../value-axis.ts';
import { basicLine } from './line.ts';

/** Dashes of the lines in their order, so that they are told apart without their colours. */
const lineDashes: readonly (readonly number[] | undefined)[] = [undefined, [6, 4], [1, 4], [8, 3, 1, 3]];

/** Composed line: several series of one unit on one axis, solid, dashed, dotted and dash-dotted in their order. */
export function composedLine(all: readonly Series[], rule: AxisRule, context: DrawContext): Drawing {
  const lines = all.map((series, index) => {
    const dash = lineDashes[index % lineDashes.length];
    return basicLine(series, rule, context, { width: 1.75, ...(dash !== undefined && { dash }) });
  });
  return composed(axisOfAll(rule, all, context), lines);
}
