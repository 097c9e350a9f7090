import { describe, expect, it } from 'vitest';
import { baselineChange, type DayMean } from './baseline-change.ts';
import { beyondLimits, edgesOf, limitedMetrics, limitPassed } from './limits.ts';
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
  normalRanges: {},
};
const at = (value: number, ageSeconds = 60) => ({ value, timestamp: now - ageSeconds });
/** 30 usual days around `usual`, ±1, and then the last days up to yesterday. */
const daysOf = (usual: number, last: readonly number[]): DayMean[] => [
  ...Array.from({ length: 30 }, (_, index) => ({ day: today - last.length - 30 + index, mean: usual + (index % 3) - 1 })),
  ...last.map((mean, index) => ({ day: today - last.length + index, mean })),
];

describe('edges', () => {
  it.each(limitedMetrics)('of %s are where readings begin to be beyond limits', (metric) => {
    const { low, high, digits } = edgesOf(metric);
    const step = 10 ** -digits;
    const around = [low, high].filter(Number.isFinite).flatMap((edge) => [edge - step, edge, edge + step]);
    expect(around.length).toBeGreaterThan(0);
    for (const value of around) expect([value, beyondLimits(metric, value) !== null]).toEqual([value, value <= low || value >= high]);
  });
});

describe('edges of what a tenant holds for normal', () => {
  it.each([
    ['spo2', { low: 88, high: null }],
    ['spo2', { low: 87.5, high: null }],
    ['spo2', { low: 98, high: null }],
    ['resp_rate', { low: 10, high: 24 }],
    ['resp_rate', { low: null, high: null }],
    ['body_temp', { low: 35.95, high: 38.55 }],
    ['systolic', { low: 85, high: 165 }],
  ] as const)('of %s %j', (metric, own) => {
    const { low, high, digits } = edgesOf(metric, own);
    const values = Array.from({ length: 3_000 }, (_, index) => index / 10 ** digits).filter((value) => value < 250);
    const beyond = values.filter((value) => beyondLimits(metric, value, own) !== null);
    expect(beyond).toEqual(values.filter((value) => value <= low || value >= high));
  });
});

describe('limits are the published ones, at their edges', () => {
  it.each([
    ['spo2', 96, null],
    ['spo2', 95.6, null],
    ['spo2', 95.4, { severity: 1, limit: 96 }],
    ['spo2', 93, { severity: 2, limit: 96 }],
    ['spo2', 91, { severity: 3, limit: 96 }],
    ['resp_rate', 12, null],
    ['resp_rate', 11, { severity: 1, limit: 12 }],
    ['resp_rate', 8, { severity: 3, limit: 12 }],
    ['resp_rate', 20, null],
    ['resp_rate', 21, { severity: 2, limit: 20 }],
    ['resp_rate', 25, { severity: 3, limit: 20 }],
    ['body_temp', 36.1, null],
    ['body_temp', 36.04, { severity: 1, limit: 36.1 }],
    ['body_temp', 35, { severity: 3, limit: 36.1 }],
    ['body_temp', 38, null],
    ['body_temp', 38.1, { severity: 1, limit: 38 }],
    ['body_temp', 39.1, { severity: 2, limit: 38 }],
    ['heart_rate', 41, null],
    ['heart_rate', 40, { severity: 3, limit: 41 }],
    ['heart_rate', 130, null],
    ['heart_rate', 131, { severity: 3, limit: 130 }],
    ['systolic', 91, null],
    ['systolic', 90, { severity: 3, limit: 91 }],
    ['systolic', 140, null],
    ['systolic', 141, { severity: 1, limit: 140 }],
    ['systolic', 160, { severity: 2, limit: 140 }],
    ['systolic', 180, { severity: 3, limit: 140 }],
    ['diastolic', 90, null],
    ['diastolic', 91, { severity: 1, limit: 90 }],
    ['diastolic', 30, null],
    ['diastolic', 110, { severity: 3, limit: 90 }],
    ['glucose', 70, null],
    ['glucose', 69, { severity: 2, limit: 70 }],
    ['glucose', 53, { severity: 3, limit: 70 }],
    ['glucose', 181, { severity: 1, limit: 180 }],
    ['glucose', 251, { severity: 2, limit: 180 }],
  ] as const)('%s %d', (metric, value, expected) => expect(beyondLimits(metric, value)).toEqual(expected));
});

describe('what the tenant holds for normal', () => {
  const own = { low: 88, high: null };
  it('is no reason', () => expect([93, 88].map((value) => beyondLimits('spo2', value, own))).toEqual([null, null]));
  it('is what a reading beyond it is told against', () => expect(beyondLimits('spo2', 87, own)).toEqual({ severity: 3, limit: 88 }));
  it('makes no reason of its own', () => expect(beyondLimits('resp_rate', 19, { low: 12, high: 16 })).toBeNull());
  it('open at an end, nothing is beyond that end', () => expect(beyondLimits('resp_rate', 30, { low: 12, high: null })).toBeNull());
});

describe('a figure is marked beyond its limits', () => {
  it.each([
    ['systolic', 163, {}, 'above'],
    ['diastolic', 102, {}, 'above'],
    ['spo2', 89, {}, 'below'],
    ['spo2', 95.6, {}, null],
    ['heart_rate', 99, {}, 'above'],
    ['heart_rate', 40, {}, 'below'],
    ['heart_rate', 72, {}, null],
    ['systolic', 90, {}, 'below'],
    ['resp_rate', 19, { resp_rate: { low: 12, high: 16 } }, 'above'],
    ['spo2', 90, { spo2: { low: 88, high: null } }, null],
    ['rmssd', 900, {}, null],
    ['rhr', 66, { rhr: { low: null, high: 60 } }, 'above'],
  ] as const)('%s %d with %j: %s', (metric, value, ranges, side) => expect(limitPassed(metric, value, ranges)?.side ?? null).toBe(side));

  it.each(limitedMetrics)('%s wherever it is a reason to look', (metric) => {
    const { low, high } = edgesOf(metric);
    const sides = [low, high].filter(Number.isFinite).map((edge) => limitPassed(metric, edge, {})?.side);
    expect(sides).toEqual([low, high].flatMap((edge, index) => (Number.isFinite(edge) ? [index === 0 ? 'below' : 'above'] : [])));
  });
});

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
  it('comes first: a red reading, a change, a small excess, a gap', () => {
    const reasons = attentionReasons({
      ...quiet,
      latest: { spo2: at(90), glucose: at(190) },
      band: { ...quiet.band, lastSync: now - 3 * 86_400 },
      changes: changeReasons(new Map([['rhr', daysOf(60, [80])]]), now, 'UTC'),
    });
    expect(reasons.map((reason) => ('metric' in reason ? reason.metric : reason.gap))).toEqual(['spo2', 'rhr', 'glucose', 'not-syncing']);
  });
  it('a reading that is older than its metric holds is no reason', () => {
    expect(attentionReasons({ ...quiet, latest: { spo2: at(80, 86_401), systolic: at(190, 3 * 86_400) } })).toMatchObject([
      { metric: 'systolic' },
    ]);
  });
  it('more reasons weigh more among equals, and none is 0', () => {
    const one = attentionReasons({ ...quiet, latest: { spo2: at(90) } });
    const two = attentionReasons({ ...quiet, latest: { spo2: at(90), resp_rate: at(26) } });
    expect([urgencyOf([]), urgencyOf(two) > urgencyOf(one), urgencyOf(one) > 0]).toEqual([0, true, true]);
  });
});
