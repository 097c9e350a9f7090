import { expect, it } from 'vitest';
import { float64ArrayBytes, readRowBinary, stringBytes } from './row-binary.ts';

it('reads what was written, whatever the lengths', () => {
  const values = [0, 1, 127, 128, 20_000].map((length) => Float64Array.from({ length }, (_, at) => at / 3));
  const names = ['', 'heart_rate', 'ü'.repeat(300)];
  const written = Buffer.concat([...names.flatMap(stringBytes), ...values.flatMap(float64ArrayBytes)]);
  const reader = readRowBinary(written);
  expect(names.map(() => reader.string())).toEqual(names);
  expect(reader.atEnd()).toBe(false);
  expect(values.map(() => reader.float64Array())).toEqual(values);
  expect(reader.atEnd()).toBe(true);
});

it('reads whole numbers wherever they begin', () => {
  const whole = Uint32Array.of(0, 5_907_000, 2 ** 32 - 1);
  const written = Buffer.concat([...stringBytes('x'), Buffer.of(3), Buffer.from(whole.buffer)]);
  const reader = readRowBinary(written);
  expect([reader.string(), reader.uint32Array(), reader.atEnd()]).toEqual(['x', whole, true]);
});

it('refuses an answer that ends in the middle of a value', () => {
  const written = Buffer.concat(float64ArrayBytes(Float64Array.of(1, 2, 3)));
  for (let length = 0; length < written.length; length += 1)
    expect(() => readRowBinary(written.subarray(0, length)).float64Array()).toThrow(RangeError);
});
