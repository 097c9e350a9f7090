import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { useSteadyOrder } from './use-steady-order.ts';

interface Row {
  readonly id: string;
  readonly value: number;
}
const rows = (...ids: string[]): Row[] => ids.map((id, value) => ({ id, value }));
const shown = (given: Row[] | undefined, question = 'q', late = false) => ({ given, question, late });
const start = (given: Row[] | undefined) =>
  renderHook(({ given, question, late }) => useSteadyOrder(given, ({ id }) => id, question, late), { initialProps: shown(given) });
/** Whose value is above 100 is urgent. */
const startUrgent = (given: Row[]) =>
  renderHook(
    ({ given: now }) =>
      useSteadyOrder(
        now,
        ({ id }) => id,
        'q',
        false,
        ({ id, value }) => (value > 100 ? [`${id} ${value}`] : []),
      ),
    { initialProps: { given } },
  );
const ids = ({ rows }: { rows: readonly Row[] | undefined }) => rows?.map(({ id }) => id);

test('rows keep their places, with their newest values, until the new order is asked for', () => {
  const { result, rerender } = start(rows('a', 'b', 'c'));
  rerender(shown(rows('c', 'a', 'd')));
  expect(ids(result.current)).toEqual(['a', 'b', 'c']);
  expect(result.current.rows?.map(({ value }) => value)).toEqual([1, 1, 0]);
  expect(result.current.changed).toBe(true);
  act(() => result.current.update());
  expect([ids(result.current), result.current.changed]).toEqual([['c', 'a', 'd'], false]);
});

test('something urgent is put on top at once, marked, and nothing else moves; what was urgent from the start is not', () => {
  const calm = rows('a', 'b', 'c');
  const { result, rerender } = startUrgent([{ id: 'z', value: 150 }, ...calm]);
  expect([ids(result.current), [...result.current.fresh]]).toEqual([['z', 'a', 'b', 'c'], []]);
  rerender({ given: [{ id: 'n', value: 101 }, { id: 'z', value: 150 }, ...rows('c', 'a', 'b')] });
  expect([ids(result.current), [...result.current.fresh]]).toEqual([['n', 'z', 'a', 'b', 'c'], ['n']]);
  // A row that is there already and turns urgent comes to the top as well; one that is urgent still stays.
  rerender({ given: [{ id: 'n', value: 101 }, { id: 'z', value: 150 }, { id: 'b', value: 200 }, ...rows('a', 'c')] });
  expect([ids(result.current), [...result.current.fresh]]).toEqual([
    ['b', 'n', 'z', 'a', 'c'],
    ['n', 'b'],
  ]);
  act(() => result.current.update());
  expect([ids(result.current), [...result.current.fresh]]).toEqual([['n', 'z', 'b', 'a', 'c'], []]);
});

test('new values in the same order are no change', () => {
  const { result, rerender } = start(rows('a', 'b'));
  rerender(
    shown([
      { id: 'a', value: 9 },
      { id: 'b', value: 9 },
    ]),
  );
  expect([result.current.changed, result.current.rows?.[0]?.value]).toEqual([false, 9]);
});

test('a row that the list no longer has stays as it was last, not as it was first', () => {
  const { result, rerender } = start(rows('a', 'b'));
  rerender(
    shown([
      { id: 'a', value: 0 },
      { id: 'b', value: 7 },
    ]),
  );
  rerender(shown(rows('a')));
  expect(result.current.rows).toEqual([
    { id: 'a', value: 0 },
    { id: 'b', value: 7 },
  ]);
  expect(result.current.changed).toBe(true);
});

test('another question starts afresh, and its late answer shows the rows of before', () => {
  const { result, rerender } = start(rows('a', 'b'));
  rerender(shown(rows('a', 'b'), 'other', true));
  expect(ids(result.current)).toEqual(['a', 'b']);
  rerender(shown(rows('b', 'a'), 'other'));
  expect([ids(result.current), result.current.changed]).toEqual([['b', 'a'], false]);
});

test('before the first answer there are no rows', () => {
  const { result } = start(undefined);
  expect(result.current.rows).toBeUndefined();
});
