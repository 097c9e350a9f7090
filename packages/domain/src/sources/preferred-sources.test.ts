import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankSources, type SourceKind, uncoveredSpans } from './preferred-sources.ts';

type Span = readonly [start: number, end: number, rank: number];

function uncovered(spans: readonly Span[]) {
  const { share, fromMs } = uncoveredSpans({
    startMs: Float64Array.from(spans, ([start]) => start),
    endMs: Float64Array.from(spans, ([, end]) => end),
    rank: Uint8Array.from(spans, ([, , rank]) => rank),
  });
  return spans.map((_span, index) => [share[index], fromMs[index]]);
}

const watch = 0;
const phone = 1;
const other = 2;

describe('what of a count no preferred source has counted', () => {
  it.each<readonly [string, readonly Span[], readonly (readonly [share: number, from: number])[]]>([
    [
      'all of it, where one source counts',
      [
        [0, 10, watch],
        [10, 20, watch],
      ],
      [
        [1, 0],
        [1, 10],
      ],
    ],
    [
      'all of it, where the phone counts while the watch does not',
      [
        [0, 10, watch],
        [20, 30, phone],
      ],
      [
        [1, 0],
        [1, 20],
      ],
    ],
    [
      'none of it, where the watch counts all the while',
      [
        [0, 30, watch],
        [10, 20, phone],
      ],
      [
        [1, 0],
        [0, 30],
      ],
    ],
    [
      'none of it, where the watch counts in pieces without a gap',
      [
        [0, 15, watch],
        [15, 30, watch],
        [10, 20, phone],
      ],
      [
        [1, 0],
        [1, 15],
        [0, 30],
      ],
    ],
    [
      'the end, where the watch stops',
      [
        [0, 15, watch],
        [10, 20, phone],
      ],
      [
        [1, 0],
        [0.5, 15],
      ],
    ],
    [
      'the start, where the watch begins',
      [
        [15, 30, watch],
        [10, 20, phone],
      ],
      [
        [1, 15],
        [0.5, 10],
      ],
    ],
    [
      'both ends around the watch',
      [
        [12, 18, watch],
        [10, 20, phone],
      ],
      [
        [1, 12],
        [0.4, 10],
      ],
    ],
    [
      'all of it, where they only touch',
      [
        [0, 10, watch],
        [10, 20, phone],
        [20, 30, watch],
      ],
      [
        [1, 0],
        [1, 10],
        [1, 20],
      ],
    ],
    [
      'what neither watch nor phone has counted',
      [
        [0, 10, watch],
        [5, 15, phone],
        [0, 20, other],
      ],
      [
        [1, 0],
        [0.5, 10],
        [0.25, 15],
      ],
    ],
    [
      'all of it, where a source overlaps itself',
      [
        [0, 10, phone],
        [5, 15, phone],
      ],
      [
        [1, 0],
        [1, 5],
      ],
    ],
    [
      'a moment: all of it, or nothing',
      [
        [0, 10, watch],
        [5, 5, phone],
        [10, 10, phone],
      ],
      [
        [1, 0],
        [0, 10],
        [1, 10],
      ],
    ],
    [
      'in whatever order they come',
      [
        [5, 15, phone],
        [0, 10, watch],
      ],
      [
        [0.5, 10],
        [1, 0],
      ],
    ],
    ['nothing, where there is nothing', [], []],
  ])('is %s', (_what, spans, expected) => {
    const found = uncovered(spans);
    expect(found.map(([share]) => share)).toEqual(expected.map(([share]) => expect.closeTo(share, 9)));
    expect(found.map(([, from]) => from)).toEqual(expected.map(([, from]) => from));
  });

  it('agrees with looking at every moment, and never counts a moment for two sources', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 25 }), (drawn) => {
        const spans = drawn.map(([start, length, rank]): Span => [start, start + length, rank]);
        const found = uncovered(spans);
        for (const [index, [start, end, rank]] of spans.entries()) {
          const free = Array.from({ length: end - start }, (_, at) => start + at).filter(
            (moment) => !spans.some(([from, to, of]) => of < rank && from <= moment && moment < to),
          );
          expect(found[index]?.[0]).toBeCloseTo(free.length / (end - start), 9);
          if (free.length > 0) expect(found[index]?.[1]).toBe(free[0]);
        }
      }),
    );
  });

  it('costs no more where long spans lie over many short ones', () => {
    const short = Array.from({ length: 50_000 }, (_, index): Span => [index * 10, index * 10 + 5, watch]);
    const long = Array.from({ length: 50_000 }, (_, index): Span => [index, 500_000 + index, phone]);
    const started = performance.now();
    const found = uncovered([...short, ...long]);
    // Looking at each of the pairs would take minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(found[50_000]?.[0]).toBeCloseTo(0.5, 9);
  });
});

describe('the order of sources', () => {
  it.each<readonly [string, readonly (readonly [SourceKind, string, number])[], readonly number[]]>([
    [
      'a person, a watch, a phone, others',
      [
        ['other', 'Strap', 9],
        ['phone', 'P', 9],
        ['person', 'Health', 1],
        ['watch', 'W', 1],
      ],
      [3, 2, 0, 1],
    ],
    [
      'the newer of two phones',
      [
        ['phone', 'old', 5],
        ['phone', 'new', 9],
      ],
      [1, 0],
    ],
    [
      'by name where nothing else tells',
      [
        ['other', 'b', 5],
        ['other', 'a', 5],
      ],
      [1, 0],
    ],
  ])('is %s', (_what, sources, ranks) => {
    expect(rankSources(sources.map(([kind, name, lastMs]) => ({ kind, name, lastMs })))).toEqual(ranks);
  });

  it('has 256 ranks, the last for all that are left', () => {
    const sources = Array.from({ length: 300 }, (_, index) => ({ kind: 'other' as const, name: '', lastMs: -index }));
    expect(rankSources(sources).slice(253)).toEqual([253, 254, ...Array.from({ length: 45 }, () => 255)]);
  });
});
