import { VigilError } from '@vigil/contract/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TickBatch } from '#services/ticks-store/index.ts';
import { createFakeClock } from '#testing/fake-clock.ts';
import { createDelivery, type Parcel, wavesOf } from './delivery.ts';

const parcel = (userId: string, lengths: readonly number[]): Parcel => ({
  userId,
  source: 'imported',
  deviceId: null,
  series: lengths.map((length, index) => ({
    metric: index % 2 === 0 ? 'heart_rate' : 'spo2',
    timestampsMs: Float64Array.from({ length }, (_, at) => at),
    values: Float64Array.from({ length }, (_, at) => index * 1000 + at),
  })),
});
const flat = (parcels: readonly Parcel[]) =>
  parcels.flatMap(({ userId, series }) =>
    series.flatMap(({ metric, timestampsMs, values }) =>
      [...values].map((value, at) => `${userId} ${metric} ${timestampsMs[at]} ${value}`),
    ),
  );
const ticksOf = (parcels: readonly Parcel[]) => flat(parcels).length;

describe('delivery', () => {
  it('cuts large deliveries into waves without losing, adding or moving a tick', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(lengths, { maxLength: 6 }), fc.integer({ min: 1, max: 50 }), (members, limit) => {
        const parcels = members.map((series, index) => parcel(`member ${index}`, series));
        const waves = wavesOf(parcels, limit);
        expect(waves.flatMap(flat)).toEqual(flat(parcels));
        for (const [index, wave] of waves.entries()) {
          if (index < waves.length - 1) expect(ticksOf(wave)).toBe(limit);
          else expect(ticksOf(wave)).toBeLessThanOrEqual(limit);
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
    await delivery.deliver('t', { kind: 'anyone' }, [parcel('A', [2]), parcel('b', [0]), parcel('b', [1])]);
    expect(stored.map(({ tenantId, userId, receivedAtMs }) => [tenantId, userId, receivedAtMs])).toEqual([
      ['t', 'a', 5_000],
      ['t', 'b', 5_000],
    ]);
    fail = true;
    await expect(delivery.deliver('t', { kind: 'anyone' }, [parcel('a', [1]), parcel('b', [1])])).rejects.toThrow('down');
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
    await delivery.deliver('t', { kind: 'anyone' }, [parcel('a', [80_000])]);
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
    await expect(filling.deliver('t', { kind: 'anyone' }, [parcel('a', [80_000])])).rejects.toThrow('only a part of it may be');
  });
});
