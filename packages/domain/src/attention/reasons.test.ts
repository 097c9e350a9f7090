import { describe, expect, it } from 'vitest';
import { defaultLimits, defaultStanding } from '../alerts/testing/default-limits.ts';
import { baselineChange, type DayMean } from './baseline-change.ts';
import { type AttentionFacts, attentionReasons, changeReasons, urgencyOf } from './reasons.ts';

const now = Date.parse('2026-03-02T10:00:00Z') / 1000;
const today = Math.floor(now / 86_400);
const quiet: AttentionFacts = {
  now,
  timeZone: 'UTC',
  latest: {},
  band: { status: 'wearing', since: now - 60, lastSync: now - 60 },
  createdAt: now - 90 * 86_400,
  bandExpected: true,
  changes: [],
  limits: defaultLimits,
};
const at = (value: number, ageSeconds = 60) => ({ value, timestamp: now - ageSeconds });
/** 30 usual days around `usual`, ±1, and then the last days up to yesterday. */
const daysOf = (usual: number, last: readonly number[]): DayMean[] => [
  ...Array.from({ length: 30 }, (_, index) => ({ day: today - last.length - 30 + index, mean: usual + (index % 3) - 1 })),
  ...last.map((mean, index) => ({ day: today - last.length + index, mean })),
];

describe('change against the own baseline', () => {
  it('one day beyond three deviations', () =>
    expect(baselineChange('rhr', daysOf(60, [66]), today)).toMatchObject({ value: 66, usual: 60, sinceDay: today - 1 }));
  it('not one day between two and three', () => expect(baselineChange('rhr', daysOf(60, [64]), today)).toBeNull());
  it('two days between two and three, since the first', () =>
    expect(baselineChange('rhr', daysOf(60, [64, 64.1]), today)).toMatchObject({ sinceDay: today - 2 }));
  it('not in the direction that is no worry', () => expect(baselineChange('rhr', daysOf(60, [50, 50]), today)).toBeNull());
  it('downwards where down is the worry', () =>
    expect(baselineChange('rmssd', daysOf(60, [30]), today)).toMatchObject({ value: 30, usual: 60 }));
  it('not without seven usual days', () =>
    expect(baselineChange('rhr', [...daysOf(60, []).slice(0, 6), { day: today - 1, mean: 90 }], today)).toBeNull());
  it('not of a day before yesterday', () => expect(baselineChange('rhr', daysOf(60, [80]), today + 1)).toBeNull());
  it('a day that is not over counts only for what is measured once a night', () => {
    const withToday = (usual: number, mean: number) => [...daysOf(usual, [usual]), { day: today, mean }];
    expect(baselineChange('resp_rate', withToday(15, 25), today)).toBeNull();
    expect(baselineChange('rhr', withToday(60, 80), today)).toMatchObject({ value: 80 });
  });
  it('a run does not become its own baseline', () =>
    expect(baselineChange('rhr', daysOf(60, [70, 70, 70, 70, 70, 70, 70]), today)).toMatchObject({ usual: 60, sinceDay: today - 7 }));
  it('a very regular member is not flagged for a hair’s breadth', () => {
    const regular = [...Array.from({ length: 30 }, (_, index) => ({ day: today - 31 + index, mean: 60 })), { day: today - 1, mean: 63 }];
    expect(baselineChange('rhr', regular, today)).toBeNull();
  });
});

describe('gaps', () => {
  const gaps = (facts: Partial<AttentionFacts>) => attentionReasons({ ...quiet, ...facts });
  it.each<[string, Partial<AttentionFacts>, unknown]>([
    ['none while the band is worn and syncs', {}, []],
    [
      'a sync that is older than a day',
      { band: { ...quiet.band, lastSync: now - 86_401 } },
      [{ kind: 'gap', gap: 'not-syncing', since: now - 86_401 }],
    ],
    [
      'a band that never synced',
      { band: { status: 'unknown', since: null, lastSync: null } },
      [{ kind: 'gap', gap: 'never-synced', since: quiet.createdAt }],
    ],
    [
      'a band that has been off for a day',
      { band: { status: 'charging', since: now - 86_401, lastSync: now - 60 } },
      [{ kind: 'gap', gap: 'off-wrist', since: now - 86_401 }],
    ],
    ['none where no band is expected', { bandExpected: false, band: { ...quiet.band, lastSync: now - 9 * 86_400 } }, []],
  ])('%s', (_, facts, expected) => expect(gaps(facts)).toEqual(expected));
});

describe('the most urgent reason', () => {
  it('comes first: a critical reading, a change, a medium one, a gap', () => {
    const reasons = attentionReasons({
      ...quiet,
      latest: { spo2: at(90), body_temp: at(38.2) },
      band: { ...quiet.band, lastSync: now - 3 * 86_400 },
      changes: changeReasons(new Map([['rhr', daysOf(60, [80])]]), now, 'UTC'),
    });
    expect(reasons.map((reason) => ('metric' in reason ? reason.metric : reason.gap))).toEqual(['spo2', 'rhr', 'body_temp', 'not-syncing']);
  });
  it('a reading that is older than its metric holds is no reason', () => {
    expect(attentionReasons({ ...quiet, latest: { spo2: at(80, 86_401), systolic: at(190, 3 * 86_400) } })).toMatchObject([
      { metric: 'systolic' },
    ]);
  });
  it('an alert about a change stands for the change itself', () => {
    const reasons = attentionReasons({
      ...quiet,
      latest: { rhr: at(75, 3_600) },
      changes: changeReasons(new Map([['rhr', daysOf(60, [75])]]), now, 'UTC'),
      limits: { ...defaultLimits, standings: [defaultStanding('resting-pulse-up', { firedAt: now - 7_200, actionId: 'a' })] },
    });
    expect(reasons).toMatchObject([
      { kind: 'limit', metric: 'rhr', limit: null, title: 'Resting heart rate 8 bpm above their 4-week average', since: now - 7_200 },
    ]);
  });
  it('more reasons weigh more among equals, and none is 0', () => {
    const one = attentionReasons({ ...quiet, latest: { spo2: at(90) } });
    const two = attentionReasons({ ...quiet, latest: { spo2: at(90), resp_rate: at(26) } });
    expect([urgencyOf([]), urgencyOf(two) > urgencyOf(one), urgencyOf(one) > 0]).toEqual([0, true, true]);
  });
});
