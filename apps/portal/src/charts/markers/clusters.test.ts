import { expect, test } from 'vitest';
import { clusterMarkers } from './clusters.ts';
import type { Marker } from './marker.ts';

const marker = (id: string, at: number, over: Partial<Marker> = {}): Marker => ({
  ...{ id, kind: 'note', at, title: id, detail: null, severity: null, who: null, opens: null },
  ...over,
});
const span = { from: 1_000, to: 2_000 };
const told = (markers: readonly Marker[]) =>
  clusterMarkers(markers, span, 500, 40).map(({ x, at, markers: shared, main }) => ({
    x,
    at,
    ids: shared.map(({ id }) => id),
    main: main.id,
  }));

test('markers stand at their moment; those too near to be pressed one by one share the place of the earliest', () =>
  expect(told([marker('c', 1_900), marker('a', 1_100), marker('b', 1_150)])).toEqual([
    { x: 50, at: 1_100, ids: ['a', 'b'], main: 'a' },
    { x: 450, at: 1_900, ids: ['c'], main: 'c' },
  ]));

test('places never come nearer than the distance asked for, however dense the markers are', () => {
  const xs = told(Array.from({ length: 400 }, (_, index) => marker(String(index), 1_000 + index * 2.5))).map(({ x }) => x);
  expect(xs.length).toBeGreaterThan(10);
  for (const [index, x] of xs.entries()) if (index > 0) expect(x - (xs[index - 1] ?? 0)).toBeGreaterThanOrEqual(40);
});

test('of several the alert gives the place its icon, of several alerts the most severe', () => {
  const alert = (id: string, at: number, severity: Marker['severity']) => marker(id, at, { kind: 'alert', severity });
  expect(told([marker('note', 1_100), alert('low', 1_110, 'LOW'), alert('critical', 1_120, 'CRITICAL')])).toMatchObject([
    { main: 'critical' },
  ]);
});

test('what lies outside the stretch on screen has no place; its end is outside', () =>
  expect(told([marker('before', 999), marker('first', 1_000), marker('end', 2_000)])).toMatchObject([{ ids: ['first'] }]));
