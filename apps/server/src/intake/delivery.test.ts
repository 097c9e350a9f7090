import { VigilError } from '@vigil/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TickBatch } from '#services/ticks-store/index.ts';
import { createFakeClock } from '#testing/fake-clock.ts';
import { createDelivery, inChunks, type TickGroup } from './delivery.ts';

const group = (userId: string, lengths: readonly number[]): TickGroup => ({
  userId,
  source: 'imported',
  deviceId: null,
  series: lengths.map((length, index) => ({
    metric: index % 2 === 0 ? 'heart_rate' : 'spo2',
    timestampsMs: Float64Array.from({ length }, (_, at) => at),
    values: Float64Array.from({ length }, (_, at) => index * 1000 + at),
  })),
});
const flat = (groups: readonly TickGroup[]) =>
  groups.flatMap(({ userId, series }) =>
    series.flatMap(({ metric, timestampsMs, values }) =>
      [...values].map((value, at) => `${userId} ${metric} ${timestampsMs[at]} ${value}`),
    ),
  );
const ticksOf = (groups: readonly TickGroup[]) => flat(groups).length;

describe('delivery', () => {
  it('cuts large deliveries into chunks without losing, adding or moving a tick', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(lengths, { maxLength: 6 }), fc.integer({ min: 1, max: 50 }), (members, limit) => {
        const groups = members.map((series, index) => group(`member ${index}`, series));
        const chunks = inChunks(groups, limit);
        expect(chunks.flatMap(flat)).toEqual(flat(groups));
        for (const [index, chunk] of chunks.entries()) {
          if (index < chunks.length - 1) expect(ticksOf(chunk)).toBe(limit);
          else expect(ticksOf(chunk)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('is done when the store is, names ids in small letters, and fails when any part fails', async () => {
    const stored: TickBatch[] = [];
    let fail = false;
    const delivery = createDelivery({
      clock: createFakeClock(5_000),
      capacity: { admit: async () => () => {} },
      deviceSeen: () => {},
      ticksStore: {
        async append(batch) {
          await Promise.resolve();
          if (fail && batch.userId === 'b') throw new Error('down');
          stored.push(batch);
        },
        backlog: () => ({ rows: 0 }),
      },
    });
    await delivery.deliver('t', { kind: 'anyone' }, [group('A', [2]), group('b', [0]), group('b', [1])]);
    expect(stored.map(({ tenantId, userId, receivedAtMs }) => [tenantId, userId, receivedAtMs])).toEqual([
      ['t', 'a', 5_000],
      ['t', 'b', 5_000],
    ]);
    fail = true;
    await expect(delivery.deliver('t', { kind: 'anyone' }, [group('a', [1]), group('b', [1])])).rejects.toThrow('down');
  });

  it('that has begun waits for room instead of sending the caller away with a part of it stored', async () => {
    const [stored, refusals]: [number[], VigilError[]] = [[], [new VigilError('too_many_requests', 'full', { retryAfterSeconds: 2 })]];
    let admitted = 0;
    const delivery = createDelivery({
      clock: createFakeClock(5_000),
      capacity: {
        async admit() {
          const refusal = admitted === 1 ? refusals.pop() : undefined;
          if (refusal) throw refusal;
          admitted += 1;
          return () => {};
        },
      },
      deviceSeen: () => {},
      ticksStore: {
        append: async ({ series }) => void stored.push(...series.map(({ values }) => values.length)),
        backlog: () => ({ rows: 0 }),
      },
    });
    await delivery.deliver('t', { kind: 'anyone' }, [group('a', [80_000])]);
    expect([stored, refusals]).toEqual([[50_000, 30_000], []]);

    admitted = 0;
    refusals.push(new VigilError('too_many_requests', 'full', { retryAfterSeconds: 2 }));
    const full = new VigilError('storage_full', 'none of this call', { retryAfterSeconds: 60 });
    const filling = createDelivery({
      clock: createFakeClock(5_000),
      capacity: { admit: async () => (admitted++ === 0 ? () => {} : Promise.reject(full)) },
      deviceSeen: () => {},
      ticksStore: { append: async () => {}, backlog: () => ({ rows: 0 }) },
    });
    await expect(filling.deliver('t', { kind: 'anyone' }, [group('a', [80_000])])).rejects.toThrow('only a part of it may be');
  });
});
