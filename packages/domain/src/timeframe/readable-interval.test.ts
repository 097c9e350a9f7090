import { expect, test } from 'vitest';
import { earliestTimestampSeconds } from '../metrics/catalogue.ts';
import { readableInterval } from './readable-interval.ts';

const now = 1_800_000_000;
const first = earliestTimestampSeconds - 62 * 86_400;
const last = now + 62 * 86_400;

test.each([
  ['what can hold readings stays as it is', [1_700_000_000, 1_700_003_600.5], [1_700_000_000, 1_700_003_600.5]],
  ['all of time', [0, 99_999_999_999], [first, last]],
  ['before the year 2000', [-86_400, 0], [first, first + 1]],
  ['the far future', [50_000_000_000, 99_999_999_999], [last, last + 1]],
] as const)('%s', (_name, [from, to], [begin, end]) => {
  expect(readableInterval({ from, to }, now)).toEqual({ from: begin, to: end });
});
