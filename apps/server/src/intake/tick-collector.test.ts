import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTickCollector, maxListed, nothingCollected } from './tick-collector.ts';

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

describe('the collector', () => {
  it('accounts for everything: accepted, replaced and refused together are what was added, and accepted is what is handed over', () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 200 }), (readings) => {
        const collector = createTickCollector(nowMs);
        for (const [index, [name, at, amount]] of readings.entries()) collector.add(index, name, at, amount);
        const collected = collector.drain();
        expect(collected.accepted + collected.replacedTotal + collected.rejectedTotal).toBe(readings.length);
        expect(collected.series.reduce((sum, { values }) => sum + values.length, 0)).toBe(collected.accepted);
        expect(collected.replaced).toHaveLength(Math.min(maxListed, collected.replacedTotal));
        expect(collected.rejected).toHaveLength(Math.min(maxListed, collected.rejectedTotal));
      }),
    );
  });

  it('rows and columns come to the same ticks and refuse the same ones', () => {
    fc.assert(
      fc.property(metric, fc.array(fc.tuple(timestamp, value), { minLength: 1, maxLength: 200 }), (name, readings) => {
        const rows = createTickCollector(nowMs);
        for (const [index, [at, amount]] of readings.entries()) rows.add(index, name, at, amount);
        const columns = createTickCollector(nowMs);
        columns.addColumn(
          name,
          readings.map(([at]) => at),
          readings.map(([, amount]) => amount),
        );
        expect(columns.drain()).toEqual(rows.drain());
      }),
    );
  });

  it('keeps one value for each moment, the last one added, in whatever order they came', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: now - 20, max: now }), fc.integer({ min: 40, max: 200 })), { maxLength: 300 });
    fc.assert(
      fc.property(moments, (readings) => {
        const collector = createTickCollector(nowMs);
        for (const [index, [at, amount]] of readings.entries()) collector.add(index, 'heart_rate', at, amount);
        const [series] = collector.drain().series;
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
    const collector = createTickCollector(nowMs);
    collector.addColumn('gsr', [now - 1, now - 0.75, now - 0.5, now - 0.25], [1, 2, 3, 4]);
    expect([...(collector.drain().series[0]?.timestampsMs ?? [])]).toEqual([nowMs - 1000, nowMs - 750, nowMs - 500, nowMs - 250]);
  });

  it('lists the first thousand refusals and counts all', () => {
    const collector = createTickCollector(nowMs);
    collector.addColumn('heart_rate', Array(2500).fill(now), Array(2500).fill(5));
    const collected = collector.drain();
    expect([collected.accepted, collected.rejected.length, collected.rejectedTotal]).toEqual([0, 1000, 2500]);
    expect(collected.series).toEqual([]);
  });

  it('never repeats a long name at length, however many readings it came with', () => {
    const collector = createTickCollector(nowMs);
    collector.addColumn('x'.repeat(100_000), Array(1000).fill(now), Array(1000).fill(5));
    collector.refuse(0, 'y'.repeat(100_000), 'Not a series');
    const { rejected, rejectedTotal } = collector.drain();
    expect(rejectedTotal).toBe(1001);
    expect(JSON.stringify(rejected).length).toBeLessThan(300_000);
  });

  it('starts anew after handing over, and keeps counting columns of one metric added twice', () => {
    const collector = createTickCollector(nowMs);
    collector.addColumn('steps', [now - 2, now - 1], [1, 2]);
    collector.addColumn('steps', [now - 1, now], [3, 4]);
    const collected = collector.drain();
    expect(collected).toMatchObject({ accepted: 3, replacedTotal: 1, replaced: [{ index: 1, metric: 'steps' }] });
    expect([...(collected.series[0]?.values ?? [])]).toEqual([1, 3, 4]);
    expect(collector.drain()).toEqual(nothingCollected);
  });
});
