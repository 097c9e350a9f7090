import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelope } from './downsample.ts';
import { extremesOf, readingPoint } from './series.ts';

const span = { from: 0, to: 86_400 };
const readings = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 86_399 }), fc.integer({ min: -400, max: 400 })), {
    selector: ([at]) => at,
    minLength: 1,
    maxLength: 400,
  })
  .map((pairs) => pairs.sort(([a], [b]) => a - b).map(([at, value]) => readingPoint(at, value)));
const columns = fc.integer({ min: 1, max: 120 });

describe('thinning to the pixels there are', () => {
  it('never drops the lowest or the highest reading', () =>
    fc.assert(
      fc.property(readings, columns, (points, wide) => {
        expect(extremesOf(envelope(points, span, wide))).toEqual(extremesOf(points));
      }),
    ));

  it('keeps every reading within the range drawn at its own column', () =>
    fc.assert(
      fc.property(readings, columns, (points, wide) => {
        const width = (span.to - span.from) / wide;
        const columnOf = (at: number) => Math.min(wide - 1, Math.floor((at - span.from) / width));
        const thinned = envelope(points, span, wide);
        for (const point of points) {
          const drawn = thinned.filter((candidate) => columnOf(candidate.at) === columnOf(point.at));
          expect(drawn.some((one) => (one.low ?? one.value) <= point.value && point.value <= (one.high ?? one.value))).toBe(true);
        }
      }),
    ));

  it('draws at most one point per column, in order', () =>
    fc.assert(
      fc.property(readings, columns, (points, wide) => {
        const thinned = envelope(points, span, wide);
        expect(thinned.length).toBeLessThanOrEqual(wide);
        expect(thinned.every((point, index) => index === 0 || point.at > (thinned[index - 1]?.at ?? 0))).toBe(true);
      }),
    ));

  it('leaves readings alone while each has a column', () => {
    const few = [readingPoint(10, 61), readingPoint(20, 62)];
    expect(envelope(few, span, 2)).toBe(few);
  });

  it('draws the mean of a column between its extremes', () => {
    const [point] = envelope([readingPoint(0, 60), readingPoint(1, 90), readingPoint(2, 120)], span, 1);
    expect(point).toMatchObject({ value: 90, low: 60, high: 120 });
  });
});
