import { describe, expect, it } from 'vitest';
import { type Expected, fixture, rowsOf, useFileImports } from '#testing/file-imports.ts';

const { bring, expectStored, stored } = await useFileImports();
const read = (name: string) => fixture(import.meta.dirname, `${name}.csv`);
/** Midnights in Denmark around the change of clocks, 27 March 2022. */
const midnights = ['2022-03-25T00:00+01:00', '2022-03-26T00:00+01:00', '2022-03-27T00:00+01:00', '2022-03-28T00:00+02:00'].map((at) =>
  Date.parse(at),
);
const midnightOf = (ms: number) => midnights.findLast((midnight) => midnight <= ms) ?? Number.NaN;

describe('Garmin monitoring tables', () => {
  it('gives heart rates through the night of the clock change, and no zero', async () => {
    const content = read('heart_rate');
    const rows = rowsOf(content);
    const expected = rows
      .filter(({ heart_rate_bpm }) => heart_rate_bpm !== '0')
      .map(({ time_utc, heart_rate_bpm }): Expected => ['heart_rate', Date.parse(time_utc ?? ''), Number(heart_rate_bpm)]);
    const { skipped, format } = await expectStored(content, expected);
    expect(format).toBe('garmin-fit');
    expect(skipped.get('Zeros that stand for no measurement') ?? 0).toBe(rows.length - expected.length);
  });

  it('gives a resting heart rate a day, the last that was written, at the start of the day', async () => {
    const content = read('resting_heart_rate');
    const rows = rowsOf(content);
    const lastOfDay = new Map(
      rows.map(({ time_utc, current_day_resting_heart_rate_bpm }) => [
        midnightOf(Date.parse(time_utc ?? '')),
        Number(current_day_resting_heart_rate_bpm),
      ]),
    );
    const { skipped } = await expectStored(
      content,
      [...lastOfDay].map(([ms, value]): Expected => ['rhr', ms, value]),
    );
    expect([...skipped.values()].sort()).toEqual([rows.length, rows.length - lastOfDay.size].sort());
  });

  it('gives as many steps and metres of each day as its counters rose, whatever the kinds of activity', async () => {
    const rows = rowsOf(read('activity_counters'));
    const { userId, result } = await bring(read('activity_counters'));
    const ticks = (await stored(userId)).map((tick) => tick.split(/[@= ]/));
    for (const [index, heading] of ['steps_since_midnight', 'distance_m_since_midnight'].entries()) {
      const risen = risenByDay(rows, heading);
      expect(risen.size).toBeGreaterThanOrEqual(3);
      const metric = index === 0 ? 'steps' : 'distance';
      for (const [day, amount] of risen) {
        const ofDay = ticks.filter(([name, seconds]) => name === metric && midnightOf(Number(seconds) * 1000) === day);
        expect(ofDay.reduce((sum, [, , value]) => sum + Number(value), 0)).toBeCloseTo(amount, 3);
      }
    }
    expect(result.rejectedTotal + result.replacedTotal).toBe(0);
    expect(result.skipped.get('Counters that ran backwards within a day')).toBeUndefined();
    expect([...result.skipped.keys()].join()).toContain('Active energy only');
  });

  it('takes nothing of stress, and says so', async () => {
    const { result } = await bring(read('stress'));
    expect(result).toMatchObject({ accepted: 0, rejectedTotal: 0, skipped: new Map([['Not kept by Vigil: stress scores', 60]]) });
  });

  it('refuses a counter whose time or offset cannot be read, and one that is no number', async () => {
    const head = 'time_utc,utc_offset_s,activity_type,intensity,steps_since_midnight,active_kcal_since_midnight,distance_m_since_midnight';
    const lines = ['soon,3600,walking,,1,,', '2022-01-01T10:00:00Z,,walking,,1,,', '2022-01-01T11:00:00Z,3600,walking,,many,,'];
    const { result } = await bring(`${head}\n${lines.join('\n')}\n`);
    expect(result.rejected.map(({ index }) => index)).toEqual([2, 3, 4]);
  });
});

/** How far the counters of all kinds of activity rose on each day; a reading at midnight is of the day that ends. The file's first is where counting begins. */
function risenByDay(rows: readonly Readonly<Record<string, string>>[], heading: string): ReadonlyMap<number, number> {
  const highest = new Map<string, number>();
  const firstOfFile = new Map<string, number>();
  const firstDay = midnightOf(Date.parse(rows[0]?.time_utc ?? ''));
  for (const row of rows) {
    if (row[heading] === '') continue;
    const day = midnightOf(Date.parse(row.time_utc ?? '') - 1);
    const key = `${day}/${row.activity_type}`;
    if (day === firstDay && !firstOfFile.has(key)) firstOfFile.set(key, Number(row[heading]));
    highest.set(key, Number(row[heading]));
  }
  const sums = new Map<number, number>();
  for (const [key, value] of highest) {
    const day = Number(key.split('/')[0]);
    sums.set(day, (sums.get(day) ?? 0) + value - (firstOfFile.get(key) ?? 0));
  }
  return sums;
}
