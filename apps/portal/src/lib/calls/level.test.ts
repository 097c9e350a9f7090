import { expect, test } from 'vitest';
import { levelOf } from './level.ts';

test.each([
  ['silence', 0, 0],
  ['full scale', 1, 1],
  ['a tenth of it, 20 dB less', 0.1, 2 / 3],
  ['60 dB less', 0.001, 0],
  ['below that', 0.0001, 0],
])('%s', (_name, amplitude, level) => {
  expect(levelOf(new Float32Array(1024).fill(amplitude))).toBeCloseTo(level, 3);
});
