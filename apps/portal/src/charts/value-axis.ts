import type { Extremes, TimeSpan } from './series.ts';

export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  /** Round values within [min, max] that get a line and a label. */
  readonly ticks: readonly number[];
}

/** An axis fitted to what there is to see. All values in the unit on screen. */
export interface FittedRule {
  readonly kind: 'fitted';
  /** The ends while nothing was measured. */
  readonly standard: readonly [low: number, high: number];
  /** No value can lie outside. */
  readonly bounds: readonly [low: number, high: number];
  /** The axis covers at least so much, so that noise does not look like a change. */
  readonly least: number;
  /** Where this person's values usually lie: always in view. */
  readonly usual: readonly (TimeSpan & Extremes)[];
  /** The nearest of these to the data is in view. */
  readonly limits: readonly number[];
}

/** How the ends of a value axis come about: the specified low and high, what there is to see, or from zero (counts). */
export type AxisRule =
  | { readonly kind: 'specified'; readonly low: number; readonly high: number }
  | FittedRule
  | { readonly kind: 'from-zero' };

/** Steps that a fitted axis is cut into, at most two more: small charts have no room for a denser scale. */
const fittedSteps = 3;

/**
 * The ends of a value axis. Data is never cut off: where it lies outside the specified ends, the end moves out to the next
 * round value. `span` is the stretch on screen; what is usual outside of it has no say.
 */
export function valueAxis(rule: AxisRule, data: Extremes | null, span: TimeSpan | null = null, wantedTicks = 4): ValueAxis {
  if (rule.kind === 'fitted') return fittedAxis(rule, data, span);
  const [low, high] = wantedEnds(rule, data);
  const step = roundStep((high - low) / wantedTicks);
  const min = data !== null && data.low < low ? Math.floor(data.low / step) * step : low;
  const max = data !== null && data.high > high ? Math.ceil(data.high / step) * step : high;
  return { min, max, ticks: ticksBetween(min, max, roundStep((max - min) / wantedTicks)) };
}

function fittedAxis(rule: FittedRule, data: Extremes | null, span: TimeSpan | null): ValueAxis {
  const usual = rule.usual.filter((stretch) => span === null || (stretch.to > span.from && stretch.from < span.to));
  const seen = data === null ? usual : [data, ...usual, ...nearestLimit(rule.limits, data)];
  if (seen.length === 0) return valueAxis({ kind: 'specified', low: rule.standard[0], high: rule.standard[1] }, null);
  const [low, high] = atLeast(rule, Math.min(...seen.map((one) => one.low)), Math.max(...seen.map((one) => one.high)));
  const step = roundStep((high - low) / fittedSteps);
  // Round ends are themselves labelled; only where values cannot go further does the axis end before the next round one.
  const min = Math.max(Math.floor(low / step + 1e-9) * step, Math.min(rule.bounds[0], low));
  const max = Math.min(Math.ceil(high / step - 1e-9) * step, Math.max(rule.bounds[1], high));
  return { min, max, ticks: ticksBetween(min, max, step) };
}

function nearestLimit(limits: readonly number[], { low, high }: Extremes): readonly Extremes[] {
  const away = (limit: number) => Math.max(low - limit, limit - high, 0);
  const [nearest] = limits.toSorted((a, b) => away(a) - away(b));
  return nearest === undefined ? [] : [{ low: nearest, high: nearest }];
}

/** The ends moved apart to the least cover, within the bounds. */
function atLeast({ bounds, least }: FittedRule, low: number, high: number): readonly [number, number] {
  const lacking = least - (high - low);
  if (lacking <= 0) return [low, high];
  const [down, up] = [low - lacking / 2, high + lacking / 2];
  if (up > bounds[1]) return [Math.min(low, bounds[1] - least), Math.max(high, bounds[1])];
  if (down < bounds[0]) return [Math.min(low, bounds[0]), Math.max(high, bounds[0] + least)];
  return [down, up];
}

function wantedEnds(rule: Exclude<AxisRule, FittedRule>, data: Extremes | null): readonly [number, number] {
  if (rule.kind === 'specified') return [rule.low, rule.high];
  return [0, data === null ? 1 : roundUp(data.high <= 0 ? 1 : data.high)];
}

function roundUp(value: number): number {
  const step = roundStep(value / 4);
  return Math.ceil(value / step) * step;
}

/** The nearest 1, 2 or 5 times a power of ten at or above `size`; 25 and 250 too, which people count in. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, ...(power >= 10 ? [2.5] : []), 5, 10].find((candidate) => size <= candidate * power * 1.000001) ?? 10;
  return factor * power;
}

function ticksBetween(min: number, max: number, step: number): readonly number[] {
  const ticks: number[] = [];
  for (let index = Math.ceil(min / step - 1e-9); index * step <= max + step * 1e-9; index++)
    ticks.push(Number((index * step).toPrecision(12)));
  return ticks;
}

/** Pixels that glyphs reach beyond the values that they stand for. */
export interface GlyphReach {
  readonly above: number;
  readonly below: number;
}

/** Widening an axis makes its pixels worth more; some rounds of it come to an end. */
const mostRounds = 8;

/** The axis on which the glyphs of all values have room as well, in a plot that is so many pixels high; never beyond what is plausible. */
export function axisWithRoom(
  rule: AxisRule,
  data: Extremes | null,
  { above, below }: GlyphReach,
  { span, rows }: { readonly span: TimeSpan; readonly rows: number },
): ValueAxis {
  const [least, most] = rule.kind === 'fitted' ? rule.bounds : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let axis = valueAxis(rule, data, span);
  for (let round = 0; data !== null && round < mostRounds; round++) {
    const perPixel = (axis.max - axis.min) / rows;
    const reached = {
      low: Math.max(data.low - below * perPixel, Math.min(least, data.low)),
      high: Math.min(data.high + above * perPixel, Math.max(most, data.high)),
    };
    if (reached.low >= axis.min && reached.high <= axis.max) break;
    axis = valueAxis(rule, reached, span);
  }
  return axis;
}
