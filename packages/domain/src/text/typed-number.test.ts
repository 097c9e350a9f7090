import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test.each([
  ['2000', 2_000],
  [' 5.4 ', 5.4],
  ['5,4', 5.4],
  ['-40', -40],
  ['36.', 36],
  ['0,125', 0.125],
  ['13,93', 13.93],
  ['1,5000', 1.5],
])('%s is %d', (text, value) => expect(typedNumber(text)).toBe(value));

// 2,000 steps would be two with the comma for a point, and nobody would be told of a limit of two steps.
test.each(['', 'x', '2,000', '-2,000', '12,500', '1,234,567', '2 000', '1e', '4.5.6'])('%s is no number that can only mean one', (text) =>
  expect(typedNumber(text)).toBeNaN(),
);
