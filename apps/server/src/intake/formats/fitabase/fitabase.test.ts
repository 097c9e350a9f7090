import { describe, expect, it } from 'vitest';
import { type Expected, fixture, rowsOf, useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored } = await useFileImports();
const read = (name: string) => fixture(import.meta.dirname, `${name}.csv`);
const [first, second, third] = ['1503960366', '8877689391', '4558609924'];
/** Where the member's clocks were five hours behind UTC on all days of the files. */
const zone = 'America/Chicago';
const local = (written = '') => Date.parse(`${written.replace(/ 12:00:00 AM$/, ' 00:00:00')} GMT-0500`);
const ofPerson = (rows: readonly Readonly<Record<string, string>>[], person: string | undefined) => rows.filter(({ Id }) => Id === person);

describe('Fitbit tables of Fitabase', () => {
  it('gives every heart rate, each at its second of the member’s zone', async () => {
    const content = read('heartrate_seconds');
    const expected = rowsOf(content).map(({ Time, Value }): Expected => ['heart_rate', local(Time), Number(Value)]);
    const result = await expectStored(content, expected, { zone });
    expect(result).toMatchObject({ format: 'fitabase', rejectedTotal: 0, replacedTotal: 0, skipped: new Map() });
  });

  it.each([
    ['minuteStepsNarrow', 'steps', 'Steps'],
    ['minuteCaloriesNarrow', 'calories', 'Calories'],
  ])('gives %s of the person chosen, and counts the lines of the other', async (name, metric, heading) => {
    const content = read(name);
    const rows = ofPerson(rowsOf(content), second);
    const expected = rows.map(({ ActivityMinute, [heading]: value }): Expected => [metric, local(ActivityMinute), Number(value)]);
    const { skipped } = await expectStored(content, expected, { zone, person: second });
    expect([...skipped]).toEqual([['About another person than the one chosen', 120]]);
  });

  it('refuses a table of several persons unless one of them is chosen, and stores nothing', async () => {
    const refused = { code: 'invalid_input', fields: [first, second].map((message) => ({ field: 'person', message })) };
    await expect(bring(read('minuteStepsNarrow'))).rejects.toMatchObject(refused);
    await expect(bring(read('minuteStepsNarrow'), { person: '1' })).rejects.toMatchObject(refused);
  });

  it('gives weights in kilograms, and not again in pounds', async () => {
    const content = read('weightLogInfo');
    const rows = ofPerson(rowsOf(content), third);
    const expected = rows.map(({ Date: when, WeightKg }): Expected => ['weight', local(when), Number(WeightKg)]);
    const { skipped } = await expectStored(content, expected, { zone, person: third });
    expect(skipped.get('The weight again, in pounds')).toBe(expected.length);
  });

  it('gives the efficiency of a night, at the start of its day, and says what it leaves out', async () => {
    const content = read('sleepDay');
    const rows = rowsOf(content);
    const nights = rows.filter(({ TotalSleepRecords }) => TotalSleepRecords === '1');
    const expected = nights.map(
      ({ SleepDay, TotalMinutesAsleep, TotalTimeInBed }): Expected => [
        'sleep_efficiency',
        local(SleepDay),
        (100 * Number(TotalMinutesAsleep)) / Number(TotalTimeInBed),
      ],
    );
    const { skipped } = await expectStored(content, expected, { zone });
    expect(rows.length).toBeGreaterThan(nights.length);
    expect(skipped).toEqual(
      new Map([
        ['Not kept by Vigil: minutes asleep and in bed; sleep is kept as stages and efficiency', 2 * rows.length],
        ['Several sleeps of one day added up, which is the efficiency of none of them', rows.length - nights.length],
      ]),
    );
  });

  it('takes of a day what has no minutes, and neither steps nor calories, which would count double', async () => {
    const content = read('dailyActivity');
    const byDay = new Map(rowsOf(content).map(({ ActivityDate, TotalDistance }) => [ActivityDate, Number(TotalDistance) * 1000]));
    const expected = [...byDay].map(([day, meters]): Expected => ['distance', local(`${day} 00:00:00`), meters]);
    const { skipped } = await expectStored(content, expected, { zone });
    expect([...skipped.keys()]).toContainEqual(expect.stringContaining('would count double'));
  });

  it.each(['minuteIntensitiesNarrow', 'hourlySteps'])('takes nothing of %s, and says why', async (name) => {
    const lines = rowsOf(read(name)).filter(({ Id }) => Id === first).length;
    const { result } = await bring(read(name), { person: first });
    expect(result).toMatchObject({ format: 'fitabase', accepted: 0, rejectedTotal: 0 });
    expect([...result.skipped.values()]).toContain(lines);
  });

  it('does not take another table of the same three headings for heart rates', async () => {
    const hourly = `Id,Time,Value\n${[1, 2, 3].map((hour) => `8877689391,5/10/2016 ${hour}:00:00 AM,71`).join('\n')}\n`;
    await expect(bring(hourly)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(bring('Id,Time,Value\n8877689391,5/10/2016 1:00:05 AM,7.1\n')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
