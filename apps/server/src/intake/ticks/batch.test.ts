import { describe, expect, it } from 'vitest';
import { createTickSieve } from '../tick-sieve.ts';
import { offerColumns, offerRows } from './batch.ts';

const nowMs = Date.UTC(2026, 0, 15, 12);
const now = nowMs / 1000;

function sift(offer: (sieve: ReturnType<typeof createTickSieve>) => void) {
  const sieve = createTickSieve(nowMs);
  offer(sieve);
  return sieve.take();
}

describe('rows', () => {
  it('keeps the good ones and says of each other what is wrong', () => {
    const sifted = sift((sieve) =>
      offerRows(sieve, [
        { timestamp: now - 2, data: { heart_rate: 61, spo2: 97 } },
        { timestamp: now - 1, data: { heart_rate: 5, pulse: 60, spo2: 98 } },
        { timestamp: now * 1000, data: { heart_rate: 61, spo2: 97 } },
        { timestamp: now, data: {} },
        { timestamp: now },
        'tick',
        null,
      ]),
    );
    expect(sifted.accepted).toBe(3);
    expect(sifted.rejected.map(({ index, metric }) => [index, metric])).toEqual([
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
    const sifted = sift((sieve) =>
      offerColumns(sieve, {
        heart_rate: { timestamps: [now - 3, now - 2, now - 1], values: [60, 1000, 62] },
        pulse: { timestamps: [now], values: [60] },
      }),
    );
    expect(sifted.series).toMatchObject([{ metric: 'heart_rate' }]);
    expect([...(sifted.series[0]?.values ?? [])]).toEqual([60, 62]);
    expect(sifted.rejected.map(({ index, metric }) => [index, metric])).toEqual([
      [1, 'heart_rate'],
      [0, 'pulse'],
    ]);
  });

  it('refuses a series whose lists differ in length, as a whole', () => {
    const sifted = sift((sieve) => offerColumns(sieve, { heart_rate: { timestamps: [now, now - 1, now - 2], values: [60] } }));
    expect([sifted.accepted, sifted.rejectedTotal]).toEqual([0, 3]);
    expect(sifted.rejected[0]?.reason).toContain('3 timestamps and 1 values');
  });

  it.each([[null], [[]], ['x'], [{ timestamps: 1, values: [] }], [{ values: [60] }]])('refuses %j in place of a series', (column) => {
    const sifted = sift((sieve) => offerColumns(sieve, { heart_rate: column }));
    expect(sifted).toMatchObject({ accepted: 0, rejectedTotal: 1, rejected: [{ index: 0, metric: 'heart_rate' }] });
  });
});
