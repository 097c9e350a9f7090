import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks } from './time-axis.ts';
import { type AxisRule, axisWithRoom, type FittedRule, valueAxis } from './value-axis.ts';

const heartRate: AxisRule = { kind: 'specified', low: 35, high: 230 };
const fitted = (more: Partial<FittedRule> = {}): FittedRule => ({
  kind: 'fitted',
  standard: [50, 100],
  bounds: [40, 100],
  least: 6,
  usual: [],
  limits: [],
  ...more,
});
const tenths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 10);
const utc = (text: string) => Date.parse(text) / 1000;

describe('value axis', () => {
  it.each([
    ['data within the specified ends', heartRate, { low: 61, high: 142 }, 35, 230],
    ['no data', heartRate, null, 35, 230],
    ['data below', heartRate, { low: 28, high: 142 }, 0, 230],
    ['data above', heartRate, { low: 61, high: 251 }, 35, 300],
    ['both', { kind: 'specified', low: 80, high: 180 } as AxisRule, { low: 42, high: 310 }, 25, 325],
    ['counted from zero', { kind: 'from-zero' } as AxisRule, { low: 400, high: 9_300 }, 0, 10_000],
  ])('%s', (_, rule, data, min, max) => expect(valueAxis(rule, data)).toMatchObject({ min, max }));

  it('has room for the glyphs of all data, and goes no further than is plausible', () => {
    const pressure = fitted({ standard: [40, 220], bounds: [40, 300], least: 40, limits: [140] });
    fc.assert(
      fc.property(tenths(400, 1_200), tenths(0, 1_400), fc.integer({ min: 45, max: 130 }), (low, size, rows) => {
        for (const rule of [pressure, { kind: 'specified', low: 40, high: 220 } as AxisRule]) {
          const high = low + size;
          const { min, max } = axisWithRoom(rule, { low, high }, { above: 13, below: 5 }, { span: { from: 0, to: 1 }, rows });
          const perPixel = (max - min) / rows;
          if (rule.kind === 'specified' || max < 300) expect((max - high) / perPixel).toBeGreaterThanOrEqual(13 - 1e-6);
          if (rule.kind === 'specified' || min > 40) expect((low - min) / perPixel).toBeGreaterThanOrEqual(5 - 1e-6);
          if (rule.kind === 'fitted') expect([min >= 40, max <= 300]).toEqual([true, true]);
        }
      }),
    );
  });

  it.each([
    [187, 80],
    [198, 112],
    [199.6, 84],
  ])('a pressure of %d/%d and its arrowhead are not cut', (high, low) => {
    const pressure = fitted({ standard: [40, 220], bounds: [40, 300], least: 40, limits: [140] });
    const { min, max } = axisWithRoom(pressure, { low, high }, { above: 13, below: 5 }, { span: { from: 0, to: 1 }, rows: 89 });
    expect(((max - high) / (max - min)) * 89).toBeGreaterThanOrEqual(13);
  });

  it('has room for all data, whatever it is', () =>
    fc.assert(
      fc.property(tenths(-1e6, 1e6), tenths(0, 1e6), (low, size) => {
        const free = fitted({
          bounds: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
          usual: [{ from: 0, to: 1, low: 60, high: 80 }],
        });
        for (const rule of [heartRate, fitted(), free]) {
          const axis = valueAxis(rule, { low, high: low + size });
          expect(axis.min).toBeLessThanOrEqual(low);
          expect(axis.max).toBeGreaterThanOrEqual(low + size);
          expect(axis.ticks.length).toBeLessThanOrEqual(12);
        }
      }),
    ));

  it('never moves a specified end inwards', () =>
    expect(valueAxis({ kind: 'specified', low: 50, high: 100 }, { low: 95, high: 98 })).toMatchObject({ min: 50, max: 100 }));
});

describe('a fitted value axis', () => {
  const stretch = (low: number, high: number, from = 0, to = 100) => ({ from, to, low, high });
  it.each<[string, Partial<FittedRule>, { low: number; high: number } | null, number, number]>([
    ['shows a fall of 3 % in SpO2 in most of its height', {}, { low: 94, high: 97 }, 92, 100],
    ['covers enough that noise does not look like a change', { least: 20, bounds: [20, 200] }, { low: 60, high: 61 }, 50, 80],
    ['never goes where no value can lie', {}, { low: 98, high: 100 }, 94, 100],
    ['holds the usual band', { usual: [stretch(88, 90)] }, { low: 94, high: 97 }, 85, 100],
    ['holds the nearest limit and no other', { bounds: [20, 600], limits: [70, 180] }, { low: 90, high: 100 }, 70, 100],
    ['has the standard ends while nothing was measured', {}, null, 50, 100],
    ['shows what is usual while nothing was measured', { usual: [stretch(94, 97)] }, null, 92, 100],
    ['leaves out what was usual outside of the stretch on screen', { usual: [stretch(60, 70, 500, 600)] }, { low: 94, high: 97 }, 92, 100],
  ])('%s', (_, more, data, min, max) => expect(valueAxis(fitted(more), data, { from: 0, to: 100 })).toMatchObject({ min, max }));

  it('is cut into steps that people count in, at most six, its ends among them', () =>
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 200 }), fc.integer({ min: 0, max: 150 }), (low, size) => {
        const { min, max, ticks } = valueAxis(fitted({ bounds: [0, 1000] }), { low, high: low + size });
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect([ticks[0], ticks.at(-1)]).toEqual([min, max]);
        expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true);
      }),
    ));
});

describe('time axis', () => {
  const labels = (from: string, to: string, zone: string, most = 9) =>
    timeTicks({ from: utc(from), to: utc(to) }, zone, 'en-GB', most).map((tick) => tick.label);

  it('stands on round hours of the member’s wall clock', () =>
    expect(labels('2026-07-01T07:00:00Z', '2026-07-02T07:00:00Z', 'America/Los_Angeles', 8)).toEqual([
      'Wed 1',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      'Thu 2',
    ]));

  it('keeps midnight, 06 and noon where people look for them on the day the clock loses an hour', () => {
    const ticks = timeTicks({ from: utc('2026-03-29T00:00:00+01:00'), to: utc('2026-03-30T00:00:00+02:00') }, 'Europe/Berlin', 'en-GB', 5);
    expect(ticks.map((tick) => [tick.label, (tick.at - utc('2026-03-29T00:00:00+01:00')) / 3600])).toEqual([
      ['Sun 29', 0],
      ['06:00', 5],
      ['12:00', 11],
      ['18:00', 17],
      ['Mon 30', 23],
    ]);
  });

  it('leaves out the hour that the clock skips, and writes no hour twice when it is set back', () => {
    expect(labels('2026-03-29T00:00:00+01:00', '2026-03-29T06:00:00+02:00', 'Europe/Berlin', 9)).not.toContain('02:00');
    const back = labels('2026-10-25T00:00:00+02:00', '2026-10-25T06:00:00+01:00', 'Europe/Berlin', 9);
    expect(new Set(back).size).toBe(back.length);
  });

  it('writes the hours of a 12-hour clock without minutes', () =>
    expect(timeTicks({ from: 0, to: 43_200 }, 'UTC', 'en-US', 3).map((tick) => tick.label)).toEqual(['1 Thu', '6 AM', '12 PM']));

  it.each([
    ['a week in days', '2026-11-13T00:00:00Z', '2026-11-20T00:00:00Z', 'Fri 13'],
    ['a month in weeks from Monday', '2026-10-22T00:00:00Z', '2026-11-21T00:00:00Z', '26 Oct'],
    ['a year in months', '2025-11-21T00:00:00Z', '2026-11-21T00:00:00Z', 'Dec'],
  ])('%s', (_, from, to, first) => expect(labels(from, to, 'UTC', 12)[0]).toBe(first));

  it('gives a week that has room for three labels three of them', () =>
    expect(labels('2026-11-16T11:00:00Z', '2026-11-23T11:00:00Z', 'Pacific/Auckland', 3)).toEqual(['17 Nov', '20 Nov', '23 Nov']));

  it('gives four weeks on a phone their Mondays', () =>
    expect(labels('2026-10-26T11:00:00Z', '2026-11-23T11:00:00Z', 'Pacific/Auckland', 3)).toEqual(['2 Nov', '9 Nov', '16 Nov', '23 Nov']));

  it('never writes more labels than fit, and all within the span', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 946_684_800, max: 1_900_000_000 }),
        fc.integer({ min: 300, max: 370 * 86_400 }),
        fc.integer({ min: 2, max: 20 }),
        (from, length, most) => {
          const ticks = timeTicks({ from, to: from + length }, 'America/New_York', 'en', most);
          expect(ticks.length).toBeLessThanOrEqual(most + 2);
          expect(ticks.every((tick) => tick.at >= from && tick.at <= from + length)).toBe(true);
        },
      ),
      { numRuns: 60 },
    ));
});
