import { describe, expect, it } from 'vitest';
import { readingPoint, type Series, stepPoint } from '#charts/series.ts';
import { i18next } from '#lib/i18n.ts';
import './messages.ts';
import { tableModel } from './table-rows.ts';

const start = Date.parse('2026-11-20T00:00:00Z') / 1000;
const series = (points: Series['points'], more: Partial<Series> = {}): Series => ({
  key: 'k',
  label: 'Heart rate',
  unit: 'bpm',
  decimals: 0,
  tone: 'heart',
  points,
  ...more,
});
const model = (...all: Series[]) =>
  tableModel({
    series: all,
    span: { from: start, to: start + 3 * 86_400 },
    zone: 'UTC',
    locale: 'en-GB',
    write: i18next.getFixedT('en', 'patientData'),
  });

describe('a chart as a table', () => {
  it('has a row per moment and a column per series', () => {
    const table = model(
      series([readingPoint(start, 61)]),
      series([readingPoint(start, 55), readingPoint(start + 3600, 56)], { label: 'Resting' }),
    );
    expect(table.header).toEqual(['Time', 'Heart rate', 'Resting']);
    expect(table.rows).toEqual([
      ['20 Nov 2026, 00:00', '61', '55'],
      ['20 Nov 2026, 01:00', '', '56'],
    ]);
  });

  it('says of a day that is not over that it counts so far', () => {
    const day = stepPoint(start, start + 86_400, 74);
    expect(model(series([{ ...day, soFar: true }])).rows).toEqual([['20 Nov 2026, so far', '74']]);
  });

  it('shows the lowest and highest that the chart draws, and days without a time', () => {
    const table = model(series([stepPoint(start, start + 86_400, 74, { low: 52, high: 141 })]));
    expect(table.header).toEqual(['Time', 'Heart rate', 'Heart rate, lowest', 'Heart rate, highest']);
    expect(table.rows).toEqual([['20 Nov 2026', '74', '52', '141']]);
  });

  it('shows a day of minutes by the hour without losing an extreme, and leaves few values as they are', () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => readingPoint(start + minute * 60, minute === 777 ? 188 : 70));
    const table = model(series(minutes), series([readingPoint(start + 12 * 3600, 58)], { label: 'Resting' }));
    expect(table.hourly).toBe(true);
    expect(table.header).toHaveLength(5);
    expect(table.rows).toHaveLength(24);
    expect(table.rows[12]).toEqual(['20 Nov 2026, 12:00', '72', '70', '188', '58']);
  });

  it('tells the two hours apart that the clocks show twice in autumn, and no others', () => {
    const midnight = Date.parse('2026-11-01T00:00:00-07:00') / 1000;
    const hours = [0, 1, 2, 3].map((hour) => stepPoint(midnight + hour * 3600, midnight + (hour + 1) * 3600, 60 + hour));
    const written = { locale: 'en', write: i18next.getFixedT('en', 'patientData') };
    const { rows } = tableModel({
      ...{ series: [series(hours)], span: { from: midnight, to: midnight + 25 * 3600 }, zone: 'America/Los_Angeles' },
      ...written,
    });
    expect(rows.map(([time]) => time?.replaceAll('\u202f', ' '))).toEqual([
      'Nov 1, 2026, 12:00 AM',
      'Nov 1, 2026, 1:00 AM PDT',
      'Nov 1, 2026, 1:00 AM PST',
      'Nov 1, 2026, 2:00 AM',
    ]);
  });

  it('writes states in words, from when to when', () => {
    const table = model(series([stepPoint(start, start + 1800, 4)], { label: 'Sleep', words: new Map([[4, 'Deep']]) }));
    expect(table.rows).toEqual([['20 Nov 2026, 00:00 – 20 Nov 2026, 00:30', 'Deep']]);
  });
});
