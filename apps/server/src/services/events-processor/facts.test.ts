import { expect, it } from 'vitest';
import { parseFact } from './facts.ts';

it('a fact keeps the name under which it was asked for', () =>
  expect(parseFact('heart_rate_mean')).toEqual({ kind: 'metric', metric: 'heart_rate', statistic: 'mean', name: 'heart_rate_mean' }));

it.each(['heart_rate', 'pulse_mean', 'constructor_mean', 'heart_rate_mean_30d'])('%s is refused and named', (name) =>
  expect(() => parseFact(name)).toThrow(expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(name) })),
);
