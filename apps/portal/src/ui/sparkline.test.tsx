import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sparkline } from './sparkline.tsx';

afterEach(cleanup);
const lines = (values: (number | null)[]) =>
  [...render(<Sparkline values={values} />).container.querySelectorAll('polyline')].map(
    (line) => line.getAttribute('points')?.split(' ').length,
  );

test('the line is broken where there is no value', () => {
  expect(lines([1, 2, null, 3, 4, 5])).toEqual([2, 3]);
});

test('the dot stands at the last value, also when the last days have none', () => {
  const { container } = render(<Sparkline values={[1, 3, 2, null]} />);
  const dot = container.querySelector('circle');
  const last = container.querySelector('polyline')?.getAttribute('points')?.split(' ').at(-1)?.split(',').map(Number);
  expect([Number(dot?.getAttribute('cx')), Number(dot?.getAttribute('cy'))]).toEqual([
    expect.closeTo(last?.[0] ?? 0, 1),
    expect.closeTo(last?.[1] ?? 0, 1),
  ]);
});

test.each([
  [[1, 2, 9], 'high', true],
  [[9, 2, 1], 'high', false],
  [[9, 2, 1], 'low', true],
] as const)('the last of %j is marked on the side %s of 5: %s', (values, worse, marked) => {
  const dot = render(<Sparkline values={values} reference={5} worse={worse} />).container.querySelector('circle');
  expect(dot?.getAttribute('class')?.includes(worse)).toBe(marked);
});

test.each([[[]], [[null, null]], [[5]]])('%j is no course', (values) => {
  expect(render(<Sparkline values={values} />).container.innerHTML).toBe('');
});
