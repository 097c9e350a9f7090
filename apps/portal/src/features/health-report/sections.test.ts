import { imperialUnits, metricUnits } from '@vigil/domain/units/testing/units';
import { describe, expect, it } from 'vitest';
import { reportCsv } from './report-csv.ts';
import { figuresOf, sectionsOf, tellsOnlyLast } from './sections.ts';

const tick = (timestamp: number, data: Record<string, number>) => ({ timestamp, data });

describe('the health report', () => {
  it('has the sections of the specification in their order, empty ones too', () =>
    expect(sectionsOf([], [], metricUnits).map(({ id, rows }) => [id, rows.length])).toEqual([
      ['weight', 0],
      ['pressure', 0],
      ['glucose', 0],
      ['heart_rate', 0],
      ['resp_rate', 0],
      ['spo2', 0],
    ]));

  it('tells the weights that count in the person’s units, whatever confidence another source’s had at that moment', () => {
    const [weight] = sectionsOf(
      [tick(1, { weight: 80, weight_conf: 95 }), tick(2, { weight_conf: 20 }), tick(3, { weight: 81, weight_conf: 40 })],
      [],
      imperialUnits,
    );
    expect(weight).toMatchObject({
      unit: 'lbs',
      rows: [
        { at: 1, value: expect.closeTo(176.369809748, 9) },
        { at: 3, value: expect.closeTo(178.57443237, 8) },
      ],
    });
  });

  it('tells the average of all readings of glucose, also where so many are given by their lowest and highest, and files have each day’s own figures', () => {
    const thinned = { glucose: 100 };
    const glucose = sectionsOf(
      [
        { ...tick(1, { glucose: 90 }), thinned, thinnedMeans: { glucose: 100 } },
        { ...tick(2, { glucose: 300 }), thinned },
      ],
      [tick(0, { glucose_mean: 102.345, glucose_min: 90, glucose_max: 300, glucose_count: 101 })],
      metricUnits,
    )[2];
    expect(figuresOf(glucose?.rows ?? [])).toMatchObject({ mean: 100, low: 90, high: 300 });
    expect(reportCsv(glucose ? [glucose] : [], 'UTC', ((key: string) => key) as never).rows[0]?.slice(1)).toEqual([102.35, 90, 300]);
  });

  it('tells a blood pressure only with both numbers', () => {
    const [, pressure] = sectionsOf([tick(1, { systolic: 120, diastolic: 80 }), tick(2, { systolic: 130 })], [], metricUnits);
    expect(pressure?.rows).toEqual([{ at: 1, value: 120, lower: 80 }]);
  });

  it('tells days with their lowest and highest, and leaves out a day without data', () => {
    const heart = sectionsOf(
      [],
      [tick(2, { heart_rate_mean: 70, heart_rate_min: 50, heart_rate_max: 120, heart_rate_count: 9 }), tick(1, {})],
      metricUnits,
    )[3];
    expect(heart?.rows).toEqual([{ at: 2, value: 70, low: 50, high: 120, count: 9 }]);
  });

  it.each([
    ['nothing', [], null],
    [
      'days weigh by their readings',
      [
        { at: 1, value: 60, low: 50, high: 90, count: 3 },
        { at: 2, value: 80, low: 70, high: 130, count: 1 },
      ],
      { mean: 65, low: 50, high: 130 },
    ],
    [
      'single readings',
      [
        { at: 1, value: 80 },
        { at: 2, value: 82 },
      ],
      { mean: 81, low: 80, high: 82 },
    ],
  ])('figures of %s', (_, rows, expected) => {
    const figures = figuresOf(rows);
    if (expected === null) expect(figures).toBeNull();
    else expect(figures).toMatchObject(expected);
  });
});

it('of one reading and of a pressure only the last is told, of a day of many their average', () => {
  expect(tellsOnlyLast({ id: 'glucose', rows: [{ at: 0, value: 109 }] })).toBe(true);
  expect(
    tellsOnlyLast({
      id: 'pressure',
      rows: [
        { at: 0, value: 127 },
        { at: 9, value: 131 },
      ],
    }),
  ).toBe(true);
  expect(
    tellsOnlyLast({
      id: 'glucose',
      rows: [
        { at: 0, value: 109 },
        { at: 9, value: 112 },
      ],
    }),
  ).toBe(false);
  expect(tellsOnlyLast({ id: 'heart_rate', rows: [{ at: 0, value: 69, low: 53, high: 143 }] })).toBe(false);
});
