import { expect, test } from 'vitest';
import { reportCsv } from './report-csv.ts';
import type { ReportSection } from './sections.ts';

const utc = (text: string) => Date.parse(text) / 1000;
const section = (id: ReportSection['id'], rows: ReportSection['rows'], unit = 'bpm'): ReportSection => ({
  id,
  metric: 'heart_rate',
  unit,
  rows,
});
const write = ((key: string) => key) as never;

test('omits weight and blood pressure, and has a row for each day on which anything else was measured', () => {
  const table = reportCsv(
    [
      section('weight', [{ at: utc('2026-11-18T12:00:00Z'), value: 80 }], 'kg'),
      section('pressure', [{ at: utc('2026-11-18T12:00:00Z'), value: 120, lower: 80 }], 'mmHg'),
      section(
        'glucose',
        [
          { at: utc('2026-11-20T06:00:00Z'), value: 100 },
          { at: utc('2026-11-20T07:30:00Z'), value: 110.456 },
        ],
        'mg/dL',
      ),
      section('heart_rate', [{ at: utc('2026-11-19T08:00:00Z'), value: 71.234, low: 50, high: 120, count: 9 }]),
    ],
    'America/Los_Angeles',
    write,
  );
  expect(table.header).toEqual([
    'column.day (America/Los_Angeles)',
    'section.glucose (mg/dL)',
    'section.glucose (mg/dL), column.low',
    'section.glucose (mg/dL), column.high',
    'section.heart_rate (bpm)',
    'section.heart_rate (bpm), column.low',
    'section.heart_rate (bpm), column.high',
  ]);
  expect(table.rows).toEqual([['Nov 19, 2026', 105.23, 100, 110.46, 71.23, 50, 120]]);
});
