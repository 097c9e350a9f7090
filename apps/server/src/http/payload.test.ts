import { gunzipSync } from 'node:zlib';
import type { Endpoint } from '@vigil/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { payloadWriterOf } from './payload.ts';

const endpointOf = (response: z.core.$ZodType) => ({ id: 'test.list', response }) as Endpoint;

describe('the JSON of a long list', () => {
  it('is what the JSON of the whole list would be, whatever its length', async () => {
    const write = payloadWriterOf(endpointOf(z.array(z.object({ value: z.number(), name: z.string().optional() }))));
    const items = fc.array(fc.record({ value: fc.double({ noNaN: true, noDefaultInfinity: true }), name: fc.string() }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 900, max: 3_100 }), async (some, length) => {
        const list = Array.from({ length }, (_, index) => some[index % some.length]);
        expect(String((await write(list, null))?.content)).toBe(JSON.stringify(list));
        const packed = await write(list, 'gzip');
        // A short list is compressed with the whole answer.
        expect(packed?.encoding).toBe(length > 1_000 ? 'gzip' : undefined);
        expect(String(packed?.encoding ? gunzipSync(packed.content) : packed?.content)).toBe(JSON.stringify(list));
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out what the contract does not name, and never leaves with a value that it does not allow', async () => {
    const write = payloadWriterOf(endpointOf(z.array(z.object({ value: z.number() }))));
    const list = Array.from({ length: 2_500 }, (_, value) => ({ value, secret: 'kept back' }));
    expect(String((await write(list, null))?.content)).not.toContain('secret');
    list[2_400] = { value: Number.NaN, secret: '' };
    for (const encoding of [null, 'br'] as const)
      await expect(write(list, encoding)).rejects.toThrow('test.list gave an answer that its contract does not allow');
  });
});
