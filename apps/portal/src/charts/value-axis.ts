import type { Extremes } from './series.ts';

export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  /** Round values within [min, max] that get a line and a label. */
  readonly ticks: readonly number[];
}

/** How the ends of a value axis come about: the specified low and high, the data alone, or from zero (counts). */
export type AxisRule =
  | { readonly kind: 'specified'; readonly low: number; readonly high: number }
  | { readonly kind: 'fit' }
  | { readonly kind: 'from-zero' };

/**
 * The ends of a value axis. Specified ends hold as long as the data lies within them; data outside is never cut off:
 * the end moves out to the next round value.
 */
export function valueAxis(rule: AxisRule, data: Extremes | null, wantedTicks = 4): ValueAxis {
  const [low, high] = wantedEnds(rule, data);
  const step = roundStep((high - low) / wantedTicks);
  const min = data !== null && data.low < low ? Math.floor(data.low / step) * step : low;
  const max = data !== null && data.high > high ? Math.ceil(data.high / step) * step : high;
  return { min, max, ticks: ticksBetween(min, max, roundStep((max - min) / wantedTicks)) };
}

/** One axis that has room for both. */
export function unionAxis(a: ValueAxis, b: ValueAxis, wantedTicks = 4): ValueAxis {
  const [min, max] = [Math.min(a.min, b.min), Math.max(a.max, b.max)];
  return { min, max, ticks: ticksBetween(min, max, roundStep((max - min) / wantedTicks)) };
}

function wantedEnds(rule: AxisRule, data: Extremes | null): readonly [number, number] {
  if (rule.kind === 'specified') return [rule.low, rule.high];
  if (data === null) return [0, 1];
  if (rule.kind === 'from-zero') return [0, roundUp(data.high <= 0 ? 1 : data.high)];
  const room = (data.high - data.low) * 0.12 || Math.max(Math.abs(data.high) * 0.05, 1);
  const step = roundStep((data.high - data.low + 2 * room) / 4);
  // Room below must not suggest values that cannot be: what is never negative stays at or above zero.
  const lowest = data.low >= 0 ? 0 : Number.NEGATIVE_INFINITY;
  return [Math.max(lowest, Math.floor((data.low - room / 2) / step) * step), Math.ceil((data.high + room / 2) / step) * step];
}

function roundUp(value: number): number {
  const step = roundStep(value / 4);
  return Math.ceil(value / step) * step;
}

/** The nearest 1, 2, 2.5 or 5 times a power of ten at or above `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => size <= candidate * power * 1.000001) ?? 10;
  return factor * power;
}

function ticksBetween(min: number, max: number, step: number): readonly number[] {
  const ticks: number[] = [];
  for (let index = Math.ceil(min / step - 1e-9); index * step <= max + step * 1e-9; index++)
    ticks.push(Number((index * step).toPrecision(12)));
  return ticks;
}
