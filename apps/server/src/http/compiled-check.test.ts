import { endpoints } from '@vigil/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sampleOf } from '#testing/access-matrix/samples.ts';
import { compileCheck, wrong } from './compiled-check.ts';

/** What zod says, in the words of the compiled check. */
function byZod(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.core.safeParse(schema, value);
  return result.success ? result.data : wrong;
}

describe('the compiled check never lets through what zod refuses, and gives the same value', () => {
  const kinds = {
    'a list of ticks': z.array(z.object({ timestamp: z.number(), data: z.record(z.string(), z.number()), note: z.string().optional() })),
    'a number with bounds': z.number().int().min(1).max(4),
    'a tuple': z.tuple([z.number(), z.string()]),
    'an enum in a nullable': z.enum(['on', 'off']).nullable(),
    'a default': z.object({ chat: z.enum(['ON', 'OFF']).default('ON') }),
    'a record by enum': z.record(z.enum(['a', 'b']), z.number()),
    'a strict object': z.strictObject({ a: z.number() }),
    'a loose object': z.looseObject({ a: z.number() }),
    'a refined list': z.array(z.number()).min(1),
    'a refined object': z.object({ a: z.number().optional() }).refine((it) => it.a !== 3),
    'a union': z.union([z.object({ a: z.number() }), z.object({ b: z.string() })]),
    'an id': z.object({ id: z.uuid(), on: z.iso.date().nullable() }),
    anything: z.unknown(),
  } satisfies Record<string, z.ZodType>;

  test.each(Object.entries(kinds))('%s', (_, schema) => {
    const check = compileCheck(schema);
    const near = fc.constantFrom<unknown>(
      [{ timestamp: 1, data: { a: 1 }, secret: 2 }],
      [{ timestamp: 1, data: { a: 'x' } }],
      [{ timestamp: Number.NaN, data: {} }],
      [{ timestamp: 1, data: [] }],
      [{ timestamp: 1, data: { a: 1 }, note: undefined }],
      [{ timestamp: 1, data: { a: 1 }, note: null }],
      { a: 1, b: 'x' },
      { a: 3 },
      { a: 1, b: 2 },
      { chat: 'OFF' },
      { chat: null },
      {},
      'on',
      null,
      undefined,
      2,
      2.5,
      [1, 'x'],
      [1],
      [],
      { id: '6f1f6f3e-1111-4111-8111-111111111111', on: '2026-01-31' },
      { id: 'no', on: null },
      new Date(0),
    );
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue()), (value) => {
        const given = check(value);
        if (given !== wrong) expect(given).toEqual(byZod(schema, value));
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint.response] as const))('%s', (_, response) => {
    const check = compileCheck(response);
    const right = sampleOf(response);
    fc.assert(
      fc.property(fc.oneof(fc.constant(right), spoilt(right), fc.jsonValue()), (value) => {
        const given = check(value);
        if (given !== wrong) expect(given).toEqual(byZod(response, value));
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

test('leaves out what the schema does not name, at every depth', () => {
  const check = compileCheck(z.array(z.object({ a: z.number(), in: z.object({ b: z.string() }).nullable() })));
  expect(check([{ a: 1, secret: 'x', in: { b: 'y', secret: 'z' } }])).toEqual([{ a: 1, in: { b: 'y' } }]);
});

/** The value with one leaf replaced by something else. */
function spoilt(value: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(50), fc.jsonValue()).map(([at, other]) => {
    let left = at;
    const walk = (node: unknown): unknown => {
      left -= 1;
      if (left === 0) return other;
      if (Array.isArray(node)) return node.map(walk);
      if (typeof node === 'object' && node !== null)
        return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner)]));
      return node;
    };
    return walk(value);
  });
}
