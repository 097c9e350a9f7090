import { describe, expect, it } from 'vitest';
import { createTickCollector } from '../tick-collector.ts';
import { addColumns, addRows } from './batch.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const now = nowMs / 1000;

function collect(fill: (collector: ReturnType<typeof createTickCollector>) => void) {
  const collector = createTickCollector(nowMs);
  fill(collector);
  return collector.drain();
}

describe('rows', () => {
  it('keeps the good ones and says of each other what is wrong', () => {
    const collected = collect((collector) =>
      addRows(collector, [
        { timestamp: now - 2, data: { heart_rate: 61, spo2: 97 } },
        { timestamp: now - 1, data: { heart_rate: 5, pulse: 60, spo2: 98 } },
        { timestamp: now * 1000, data: { heart_rate: 61, spo2: 97 } },
        { timestamp: now, data: {} },
        { timestamp: now },
        'tick',
        null,
      ]),
    );
    expect(collected.accepted).toBe(3);
    expect(collected.rejected.map(({ index, metric }) => [index, metric])).toEqual([
      [1, 'heart_rate'],
      [1, 'pulse'],
      [2, 'heart_rate'],
      [2, 'spo2'],
      [3, null],
      [4, null],
      [5, null],
      [6, null],
    ]);
  });
});

describe('columns', () => {
  it('keeps the good values and says of each other what is wrong', () => {
    const collected = collect((collector) =>
      addColumns(collector, {
        heart_rate: { timestamps: [now - 3, now - 2, now - 1], values: [60, 1000, 62] },
        pulse: { timestamps: [now], values: [60] },
      }),
    );
    expect(collected.series).toMatchObject([{ metric: 'heart_rate' }]);
    expect([...(collected.series[0]?.values ?? [])]).toEqual([60, 62]);
    expect(collected.rejected.map(({ index, metric }) => [index, metric])).toEqual([
      [1, 'heart_rate'],
      [0, 'pulse'],
    ]);
  });

  it('refuses a series whose lists differ in length, as a whole', () => {
    const collected = collect((collector) => addColumns(collector, { heart_rate: { timestamps: [now, now - 1, now - 2], values: [60] } }));
    expect([collected.accepted, collected.rejectedTotal]).toEqual([0, 3]);
    expect(collected.rejected[0]?.reason).toContain('3 timestamps and 1 values');
  });

  it.each([[null], [[]], ['x'], [{ timestamps: 1, values: [] }], [{ values: [60] }]])('refuses %j in place of a series', (column) => {
    const collected = collect((collector) => addColumns(collector, { heart_rate: column }));
    expect(collected).toMatchObject({ accepted: 0, rejectedTotal: 1, rejected: [{ index: 0, metric: 'heart_rate' }] });
  });
});
