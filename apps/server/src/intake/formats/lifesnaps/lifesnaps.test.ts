import { describe, expect, it } from 'vitest';
import { type Expected, fixture, rowsOf, useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const content = fixture(import.meta.dirname, 'days.csv');
const person = '621e30e467b776a240e817c7';
/** Headings and metrics, and whether a zero there is no measurement. */
const taken = [
  ['nightly_temperature', 'skin_temp', false],
  ['rmssd', 'rmssd', true],
  ['spo2', 'spo2', false],
  ['full_sleep_breathing_rate', 'resp_rate', true],
  ['resting_hr', 'rhr', true],
  ['sleep_efficiency', 'sleep_efficiency', false],
  ['steps', 'steps', true],
  ['calories', 'calories', false],
  ['distance', 'distance', true],
] as const;

describe('LifeSnaps days', () => {
  it('gives the nights and days of one person, each at the start of its day in the member’s zone, and no zero that is none', async () => {
    const rows = rowsOf(content).filter(({ id }) => id === person);
    const zeros = rows.flatMap((row) => taken.filter(([heading, , zeroIsNone]) => zeroIsNone && Number(row[heading] || 1) === 0));
    const expected = rows.flatMap((row) =>
      taken.flatMap(([heading, metric, zeroIsNone]): Expected[] => {
        const cell = row[heading] ?? '';
        if (cell === '' || (zeroIsNone && Number(cell) === 0)) return [];
        // Athens, in summer time on all of these days.
        return [[metric, Date.parse(`${row.date}T00:00:00+03:00`), Number(cell)]];
      }),
    );
    const result = await expectStored(content, expected, { zone: 'Europe/Athens', person });
    expect(zeros.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ format: 'lifesnaps', rejectedTotal: 0 });
    expect(result.skipped.get('Zeros that stand for no measurement')).toBe(zeros.length);
    expect(result.skipped.get('About another person than the one chosen')).toBe(12);
    expect(result.skipped.has('In columns that this format is not known to have')).toBe(false);
  });

  it('refuses the file as a whole, as it is about several persons', async () => {
    await expect(bring(content)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: expect.arrayContaining([{ field: 'person', message: person }]),
    });
  });
});
