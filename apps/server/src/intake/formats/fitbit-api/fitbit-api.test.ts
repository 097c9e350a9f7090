import { describe, expect, it } from 'vitest';
import { useFileImports } from '#testing/file-imports.ts';

const { bring, stored } = await useFileImports();

// Synthetic answers in the form of the Fitbit Web API.
const berlin = { zone: 'Europe/Berlin' };
const at = (iso: string) => Date.parse(iso) / 1000;
const dataset = (...minutes: readonly (readonly [string, unknown])[]) => ({ dataset: minutes.map(([time, value]) => ({ time, value })) });
const weights = (...entries: readonly object[]) => JSON.stringify({ weight: entries.map((one, index) => ({ logId: index, ...one })) });

describe('answers of the Fitbit Web API', () => {
  it('give the minutes of a day, on the member’s own clock', async () => {
    const { userId, result } = await bring(
      JSON.stringify({
        'activities-heart': [{ dateTime: '2024-06-21', value: { restingHeartRate: 58, heartRateZones: [] } }],
        'activities-heart-intraday': dataset(['00:01:00', 64], ['00:02:00', 65], ['00:03:00', 640], ['soon', 64]),
      }),
      berlin,
    );
    expect(await stored(userId)).toEqual([
      `heart_rate@${at('2024-06-20T22:01:00Z')}=64 imported`,
      `heart_rate@${at('2024-06-20T22:02:00Z')}=65 imported`,
      `rhr@${at('2024-06-20T22:00:00Z')}=58 imported`,
    ]);
    expect(result).toMatchObject({ format: 'fitbit-api', accepted: 3, rejectedTotal: 2 });
  });

  it('give a day’s total only where its minutes are not there', async () => {
    const days = { 'activities-steps': [{ dateTime: '2024-06-21', value: '3212' }] };
    const minutes = { ...days, 'activities-steps-intraday': dataset(['08:00:00', 52], ['08:01:00', 0]) };
    const whole = await bring(JSON.stringify(days));
    expect(await stored(whole.userId)).toEqual([`steps@${at('2024-06-21T00:00:00Z')}=3212 imported`]);
    const parts = await bring(JSON.stringify(minutes, null, 2));
    expect(await stored(parts.userId)).toEqual(
      [52, 0].map((steps, index) => `steps@${at(`2024-06-21T08:0${index}:00Z`)}=${steps} imported`),
    );
    expect(parts.result.skipped).toEqual(new Map([['A day’s total, which its minutes make up', 1]]));
  });

  it('give minutes of several days to none of them', async () => {
    const days = ['2024-06-21', '2024-06-22'].map((dateTime) => ({ dateTime, value: '10' }));
    const { result } = await bring(JSON.stringify({ 'activities-steps': days, 'activities-steps-intraday': dataset(['08:00:00', 52]) }));
    expect(result).toMatchObject({ accepted: 0, rejectedTotal: 1 });
  });

  it('give weights in kilograms, and refuse what the body mass index says is none', async () => {
    const { userId, result } = await bring(
      weights(
        { date: '2024-05-13', time: '18:28:59', weight: 56.7, bmi: 21.48 },
        { date: '2024-05-14', weight: 56.2 },
        { date: '2024-05-15', time: '18:28:59', weight: 125, bmi: 21.48 },
      ),
    );
    expect(await stored(userId)).toEqual([
      `weight@${at('2024-05-13T18:28:59Z')}=56.7 imported`,
      `weight@${at('2024-05-14T23:59:59Z')}=56.2 imported`,
    ]);
    expect(result.rejected).toEqual([{ index: 3, metric: 'weight', reason: expect.stringMatching(/not in kilograms/) }]);
  });

  it('give stages of sleep and its efficiency, and no stage where the tracker knew none', async () => {
    const level = (dateTime: string, name: string, seconds: number) => ({ dateTime, level: name, seconds });
    const night = {
      dateOfSleep: '2024-06-21',
      efficiency: 93,
      endTime: '2024-06-21T06:00:00.000',
      levels: {
        data: [
          level('2024-06-20T23:00:00.000', 'wake', 600),
          level('2024-06-20T23:10:00.000', 'light', 9000),
          level('2024-06-21T01:40:00.000', 'deep', 600),
          level('2024-06-21T01:50:00.000', 'rem', 15_000),
        ],
        shortData: [level('2024-06-20T23:31:30.000', 'wake', 30)],
      },
    };
    const nap = { dateOfSleep: '2024-06-21', levels: { data: [level('2024-06-21T14:00:00.000', 'asleep', 600)] } };
    const { userId, result } = await bring(JSON.stringify({ sleep: [night, nap], summary: {} }));
    const depth = (iso: string, value: number) => `sleep_depth@${at(iso)}=${value} imported`;
    const rem = Array.from({ length: 5 }, (_, hour) => depth(`2024-06-21T0${1 + hour}:50:00Z`, 3));
    expect(await stored(userId)).toEqual([
      depth('2024-06-20T23:00:00Z', 1),
      ...['2024-06-20T23:10:00Z', '2024-06-21T00:10:00Z', '2024-06-21T01:10:00Z'].map((iso) => depth(iso, 2)),
      depth('2024-06-21T01:40:00Z', 4),
      ...rem,
      depth('2024-06-21T06:00:00Z', 1),
      `sleep_efficiency@${at('2024-06-21T06:00:00Z')}=93 imported`,
    ]);
    expect([...result.skipped.values()]).toEqual([1, 1]);
  });

  it('tell a time that the clock showed twice', async () => {
    const minutes = dataset(['02:30:00', 64], ['02:31:00', 65], ['02:30:00', 66]);
    const { userId, result } = await bring(
      JSON.stringify({ 'activities-heart': [{ dateTime: '2024-10-27', value: {} }], 'activities-heart-intraday': minutes }),
      berlin,
    );
    expect((await stored(userId)).map((tick) => tick.split('@')[1])).toEqual([
      `${at('2024-10-27T00:30:00Z')}=64 imported`,
      `${at('2024-10-27T00:31:00Z')}=65 imported`,
      `${at('2024-10-27T01:30:00Z')}=66 imported`,
    ]);
    expect([...result.notes]).toEqual([[expect.stringMatching(/twice in autumn/), 3]]);
  });
});
