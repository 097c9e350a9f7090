import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTickSieve, maxListed } from './tick-sieve.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const now = nowMs / 1000;

const timestamp = fc.oneof(
  fc.integer({ min: now - 100, max: now }),
  fc.double({ min: now - 100, max: now, noNaN: true }),
  fc.constantFrom(0, now * 1000, now + 10_000, Number.NaN, null, 'soon', undefined),
);
const value = fc.oneof(fc.integer({ min: 0, max: 320 }), fc.double(), fc.constantFrom(null, '72', undefined, {}));
const metric = fc.constantFrom('heart_rate', 'spo2', 'steps', 'band_removed', 'pulse', '__proto__', '');
const reading = fc.tuple(metric, timestamp, value);

describe('the sieve', () => {
  it('accounts for everything: accepted and refused together are what was offered', () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 200 }), (readings) => {
        const sieve = createTickSieve(nowMs);
        for (const [index, [name, at, amount]] of readings.entries()) sieve.offer(index, name, at, amount);
        const sifted = sieve.take();
        expect(sifted.accepted + sifted.rejectedTotal).toBe(readings.length);
        expect(sifted.rejected).toHaveLength(Math.min(maxListed, sifted.rejectedTotal));
      }),
    );
  });

  it('rows and columns come to the same ticks and refuse the same ones', () => {
    fc.assert(
      fc.property(metric, fc.array(fc.tuple(timestamp, value), { minLength: 1, maxLength: 200 }), (name, readings) => {
        const rows = createTickSieve(nowMs);
        for (const [index, [at, amount]] of readings.entries()) rows.offer(index, name, at, amount);
        const columns = createTickSieve(nowMs);
        columns.offerColumn(
          name,
          readings.map(([at]) => at),
          readings.map(([, amount]) => amount),
        );
        expect(columns.take()).toEqual(rows.take());
      }),
    );
  });

  it('keeps one value for each moment, the last one offered, in whatever order they came', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: now - 20, max: now }), fc.integer({ min: 40, max: 200 })), { maxLength: 300 });
    fc.assert(
      fc.property(moments, (readings) => {
        const sieve = createTickSieve(nowMs);
        for (const [index, [at, amount]] of readings.entries()) sieve.offer(index, 'heart_rate', at, amount);
        const [series] = sieve.take().series;
        const kept = new Map<number, number>();
        series?.timestampsMs.forEach((at, index) => {
          expect(kept.has(at)).toBe(false);
          kept.set(at, series.values[index] as number);
        });
        expect(kept).toEqual(new Map(readings.map(([at, amount]) => [at * 1000, amount])));
      }),
    );
  });

  it('keeps readings of the same second apart, to the millisecond', () => {
    const sieve = createTickSieve(nowMs);
    sieve.offerColumn('gsr', [now - 1, now - 0.75, now - 0.5, now - 0.25], [1, 2, 3, 4]);
    expect([...(sieve.take().series[0]?.timestampsMs ?? [])]).toEqual([nowMs - 1000, nowMs - 750, nowMs - 500, nowMs - 250]);
  });

  it('lists the first thousand refusals and counts all', () => {
    const sieve = createTickSieve(nowMs);
    sieve.offerColumn('heart_rate', Array(2500).fill(now), Array(2500).fill(5));
    const sifted = sieve.take();
    expect([sifted.accepted, sifted.rejected.length, sifted.rejectedTotal]).toEqual([0, 1000, 2500]);
    expect(sifted.series).toEqual([]);
  });

  it('never repeats a long name at length, however many readings it came with', () => {
    const sieve = createTickSieve(nowMs);
    sieve.offerColumn('x'.repeat(100_000), Array(1000).fill(now), Array(1000).fill(5));
    sieve.refuse(0, 'y'.repeat(100_000), 'Not a series');
    const { rejected, rejectedTotal } = sieve.take();
    expect(rejectedTotal).toBe(1001);
    expect(JSON.stringify(rejected).length).toBeLessThan(300_000);
  });

  it('starts anew after handing over, and keeps counting columns of one metric offered twice', () => {
    const sieve = createTickSieve(nowMs);
    sieve.offerColumn('steps', [now - 2, now - 1], [1, 2]);
    sieve.offerColumn('steps', [now - 1, now], [3, 4]);
    const sifted = sieve.take();
    expect(sifted.accepted).toBe(4);
    expect([...(sifted.series[0]?.values ?? [])]).toEqual([1, 3, 4]);
    expect(sieve.take()).toEqual({ series: [], accepted: 0, rejected: [], rejectedTotal: 0 });
  });
});
