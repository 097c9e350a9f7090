import type { DrawContext, Drawing } from '../drawing.ts';
import { groupedBy } from '../grouped-by.ts';
import { beyond, type Limits } from '../limits.ts';
import { extremesOf, readingPoint, type Series, type SeriesPoint, type TimeSpan } from '../series.ts';
import { type AxisRule, axisWithRoom } from '../value-axis.ts';
import { dot, dotsReach, group, pointer, shapesLayer, stroke } from './shapes.ts';

interface PressurePair {
  readonly at: number;
  readonly systolic: number;
  readonly diastolic: number;
}

/** Systolic and diastolic values of the same moment; a value without its partner is no pressure reading and is left out. */
export function pressurePairs(systolic: Series, diastolic: Series): readonly PressurePair[] {
  const lower = new Map(diastolic.points.map((point) => [point.at, point.value]));
  return systolic.points.flatMap((point) => {
    const value = lower.get(point.at);
    return value === undefined ? [] : [{ at: point.at, systolic: point.value, diastolic: value }];
  });
}

/** Readings that share one glyph: their means, and the lowest diastolic and highest systolic among them. */
interface PressureGlyph extends PressurePair {
  readonly lowest: number;
  readonly highest: number;
}

/** Pixels that one glyph needs to be told from the next. */
const glyphWidth = 14;

/** One glyph per reading while there is room for each; else one per `glyphWidth` pixels, with the means and the extremes of its readings. */
export function pressureGlyphs(pairs: readonly PressurePair[], span: TimeSpan, columns: number): readonly PressureGlyph[] {
  const room = Math.max(1, Math.floor(columns / glyphWidth));
  if (pairs.length <= room) return pairs.map((pair) => ({ ...pair, lowest: pair.diastolic, highest: pair.systolic }));
  const width = (span.to - span.from) / room;
  return [...groupedBy(pairs, (pair) => Math.floor((pair.at - span.from) / width)).values()].map((shared) => {
    const mean = (of: (pair: PressurePair) => number) => shared.reduce((sum, pair) => sum + of(pair), 0) / shared.length;
    return {
      at: mean((pair) => pair.at),
      systolic: mean((pair) => pair.systolic),
      diastolic: mean((pair) => pair.diastolic),
      lowest: Math.min(...shared.map((pair) => pair.diastolic)),
      highest: Math.max(...shared.map((pair) => pair.systolic)),
    };
  });
}

/** The limits of both values of a blood pressure. */
export interface PressureLimits {
  readonly systolic: Limits;
  readonly diastolic: Limits;
}

/**
 * Blood pressure: a full dot for systolic, a hollow one for diastolic, a bar between them, and an arrowhead at a value beyond
 * its limits; where readings share a glyph, a thin line reaches to their extremes, and it is these that the limits judge.
 */
export function bloodPressure(systolic: Series, diastolic: Series, limits: PressureLimits, rule: AxisRule, context: DrawContext): Drawing {
  const { span, columns, theme } = context;
  const pairs = pressurePairs(systolic, diastolic).filter((pair) => pair.at >= span.from && pair.at < span.to);
  const glyphs = pressureGlyphs(pairs, span, columns);
  const color = theme.tones[systolic.tone];
  const layer = shapesLayer(
    'blood-pressure',
    glyphs,
    (glyph, place) => {
      const [top, bottom] = [place([glyph.at, glyph.systolic]), place([glyph.at, glyph.diastolic])];
      const [highest, lowest] = [place([glyph.at, glyph.highest]), place([glyph.at, glyph.lowest])];
      const upper = beyond(limits.systolic, glyph.highest) ?? beyond(limits.systolic, glyph.systolic);
      const lower = beyond(limits.diastolic, glyph.diastolic) ?? beyond(limits.diastolic, glyph.lowest);
      return group([
        stroke([highest, lowest], color, 1, 0.6),
        stroke([top, bottom], color, 4, 0.3),
        dot(top, 4, color, theme.card),
        dot(bottom, 3.5, theme.card, color),
        ...(upper === null ? [] : [pointer(upper === 'above' ? highest : top, upper, theme)]),
        ...(lower === null ? [] : [pointer(lower === 'below' ? lowest : bottom, lower, theme)]),
      ]);
    },
    3,
  );
  const values = pairs.map((pair): SeriesPoint => ({ ...readingPoint(pair.at, pair.systolic), low: pair.diastolic, high: pair.systolic }));
  const reach = dotsReach({
    above: pairs.some((pair) => beyond(limits.systolic, pair.systolic) === 'above'),
    below: pairs.some((pair) => beyond(limits.diastolic, pair.diastolic) === 'below'),
  });
  return { axis: axisWithRoom(rule, extremesOf(values), reach, context), layers: [layer] };
}
