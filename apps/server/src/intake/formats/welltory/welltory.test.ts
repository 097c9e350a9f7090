import { describe, expect, it } from 'vitest';
import { type Expected, fixture, rowsOf, useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const read = (name: string) => fixture(import.meta.dirname, `${name}.csv`);
/** Where clocks are two hours ahead of UTC all year. */
const zone = 'Africa/Johannesburg';
const local = (written = '') => Date.parse(`${written.replace(/ +/, 'T')}+02:00`);
const taken = (row: Readonly<Record<string, string>>, ms: number, columns: readonly (readonly [heading: string, metric: string])[]) =>
  columns.flatMap(([heading, metric]): Expected[] => (row[heading] ? [[metric, ms, Number(row[heading])]] : []));

describe('Welltory tables', () => {
  it('gives both blood pressures', async () => {
    const content = read('blood_pressure');
    const columns = [
      ['systolic', 'systolic'],
      ['diastolic', 'diastolic'],
    ] as const;
    await expectStored(
      content,
      rowsOf(content).flatMap((row) => taken(row, local(row.measurement_datetime), columns)),
      { zone },
    );
  });

  it('gives pulse and RMSSD of a measurement, and neither other figures of it nor its beats', async () => {
    const content = read('hrv_measurements');
    const columns = [
      ['bpm', 'heart_rate'],
      ['rmssd', 'rmssd'],
    ] as const;
    const result = await expectStored(
      content,
      rowsOf(content).flatMap((row) => taken(row, local(row.measurement_datetime), columns)),
      { zone },
    );
    expect(result.skipped.has('In columns that this format is not known to have')).toBe(false);
  });

  it('gives the days of the person chosen: totals and the resting pulse, and no mean of a day', async () => {
    const content = read('wearables');
    const rows = rowsOf(content);
    const person = rows.at(-1)?.user_code;
    const columns = [
      ['resting_pulse', 'rhr'],
      ['steps_count', 'steps'],
      ['distance', 'distance'],
      ['total_calories_burned', 'calories'],
    ] as const;
    const expected = rows
      .filter(({ user_code }) => user_code === person)
      .flatMap((row) => taken(row, local(`${row.day} 00:00:00`), columns));
    await expectStored(content, expected, { zone, person });
    await expect(bring(content)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('takes nothing of sleeps without stages, and says so', async () => {
    const { result } = await bring(read('sleep'), { person: '9871ee5e7b' });
    expect(result).toMatchObject({ format: 'welltory', accepted: 0, rejectedTotal: 0 });
    expect([...result.skipped.keys()].join()).toContain('how long a sleep and its stages were');
  });
});
