import { describe, expect, it } from 'vitest';
import { metricIds } from '../metrics/catalogue.ts';
import { defaultRules } from './defaults.ts';
import { effectiveRule, type RuleLayers } from './layers.ts';
import type { AlertRule, RuleSettings } from './rule.ts';
import { faultsOfRule } from './rule-faults.ts';
import { isWorse } from './worse.ts';

const spo2: AlertRule = {
  ...{
    subject: { kind: 'metric', metric: 'spo2' },
    aggregate: 'mean',
    direction: 'at_most',
    against: 'value',
    window: '1h',
    baseline: null,
  },
  ...{ level: 91, clearing: 92, persistMinutes: 15, leastCoverage: 0.5, severity: 'HIGH', category: 'BIOMETRICS', role: 'nurse' },
  ...{ timeToLiveHours: 72, closesOnClearing: false },
};
const rhr: AlertRule = {
  ...spo2,
  subject: { kind: 'metric', metric: 'rhr' },
  aggregate: 'latest',
  direction: 'at_least',
  level: 90,
  clearing: 85,
};
const compared: AlertRule = { ...rhr, against: 'difference', window: '2d', baseline: '28dS2d', level: 8, clearing: 5 };
const survey: AlertRule = {
  ...spo2,
  subject: { kind: 'survey', surveyId: 'phq-9' },
  aggregate: 'latest',
  category: 'SURVEY',
  role: 'coach',
};

describe('impossible rules are refused by field', () => {
  it.each<[string, AlertRule, string[]]>([
    ['a possible one', spo2, []],
    ['one against a baseline', compared, []],
    ['one about a survey', survey, []],
    ['no timeframe', { ...spo2, window: 'an hour' }, ['window']],
    ['a window of nothing', { ...spo2, window: '0h' }, ['window']],
    ['a shifted window', { ...spo2, window: '1hS1h' }, ['window']],
    ['a window of 29 days', { ...spo2, window: '29d' }, ['window']],
    ['a baseline for the value itself', { ...spo2, baseline: '7d' }, ['baseline']],
    ['no baseline to compare with', { ...compared, baseline: null }, ['baseline']],
    ['a baseline as long as the window', { ...compared, baseline: '2d' }, ['baseline']],
    ['a baseline of 91 days', { ...compared, baseline: '91d' }, ['baseline']],
    ['a baseline that overlaps the window', { ...compared, baseline: '28dS1d' }, ['baseline']],
    ['a level that no sensor measures', { ...spo2, level: 30 }, ['level']],
    ['a level that is no number', { ...spo2, level: Number.NaN }, ['level']],
    ['a clearing level on the wrong side', { ...spo2, clearing: 90 }, ['clearing']],
    ['a clearing level on the wrong side, upward', { ...rhr, clearing: 91 }, ['clearing']],
    ['minutes that are no slots', { ...spo2, persistMinutes: 7 }, ['persistMinutes']],
    ['eight days', { ...spo2, persistMinutes: 8 * 1_440 }, ['persistMinutes']],
    ['coverage under half', { ...spo2, leastCoverage: 0.49 }, ['leastCoverage']],
    ['a sum of a level', { ...spo2, aggregate: 'total' }, ['aggregate']],
    ['a mean of a count', { ...spo2, subject: { kind: 'metric', metric: 'steps' }, level: 100, clearing: 200 }, ['aggregate']],
    ['a state of the band', { ...spo2, subject: { kind: 'metric', metric: 'band_removed' }, level: 1, clearing: 1 }, ['subject']],
    ['a battery', { ...spo2, subject: { kind: 'metric', metric: 'battery' }, level: 15, clearing: 16 }, ['subject']],
    ['a survey as biometrics', { ...survey, category: 'BIOMETRICS', role: 'nurse' }, ['category']],
    ['biometrics to a coach', { ...spo2, role: 'coach' }, ['role']],
    [
      'a score against a baseline',
      {
        ...spo2,
        subject: { kind: 'score', score: 'news2' },
        aggregate: 'latest',
        against: 'percent',
        baseline: '7d',
        level: 5,
        clearing: 5,
        direction: 'at_least',
      },
      ['against'],
    ],
    [
      'a NEWS2 of 21',
      { ...spo2, subject: { kind: 'score', score: 'news2' }, aggregate: 'latest', level: 21, clearing: 20, direction: 'at_least' },
      ['level'],
    ],
    ['an action that never ends', { ...spo2, timeToLiveHours: 721 }, ['timeToLiveHours']],
    ['one that closes by itself and is not LOW', { ...spo2, closesOnClearing: true }, ['closesOnClearing']],
  ])('%s', (_, rule, fields) => expect(faultsOfRule(rule).map(({ field }) => field)).toEqual(fields));
});

describe('defaults', () => {
  it('are possible, each with its source and a name of its own', () => {
    for (const { id, rule, source } of defaultRules) expect([id, faultsOfRule(rule), source.length > 0]).toEqual([id, [], true]);
    expect(new Set(defaultRules.map(({ id }) => id)).size).toBe(defaultRules.length);
  });
  it('are there for every vital sign', () => {
    const covered = new Set(defaultRules.flatMap(({ rule: { subject } }) => (subject.kind === 'metric' ? [subject.metric] : [])));
    const notVital = [
      'gsr',
      'calories',
      'distance',
      'sleep_depth',
      'sleep_efficiency',
      'weight_conf',
      'insulin',
      'band_removed',
      'battery',
    ];
    expect(metricIds.filter((metric) => !covered.has(metric)).sort()).toEqual(notVital.sort());
  });
});

describe('layers', () => {
  const now = 1_800_000_000;
  const cohort = (cohortId: string, place: number, settings: Partial<RuleSettings>) => ({ cohortId, place, settings });
  const layered = (layers: Partial<RuleLayers>, rule = spo2) => effectiveRule(rule, { cohorts: [], member: null, ...layers }, now);
  const of = (cohortId: string) => ({ kind: 'cohort', cohortId });

  it('the narrowest wins field by field, and each field names its layer', () => {
    const { rule, layers, off } = layered({
      cohorts: [cohort('copd', 1, { level: 86, clearing: 87, severity: 'MEDIUM' })],
      member: { settings: { level: 84 }, off: null },
    });
    expect(rule).toEqual({ ...spo2, level: 84, clearing: 87, severity: 'MEDIUM' });
    expect(layers).toMatchObject({ level: { kind: 'member' }, clearing: of('copd'), severity: of('copd'), window: { kind: 'tenant' } });
    expect(off).toBeNull();
  });
  it('of two cohorts the tenant’s order decides, for each field that the first one has', () => {
    const { rule, layers } = layered({
      cohorts: [cohort('b', 2, { level: 93, clearing: 94, persistMinutes: 5 }), cohort('a', 1, { level: 86, clearing: 87 })],
    });
    expect(rule).toMatchObject({ level: 86, clearing: 87, persistMinutes: 5 });
    expect(layers).toMatchObject({ level: of('a'), persistMinutes: of('b') });
  });
  it.each<[keyof RuleSettings, AlertRule, unknown, unknown]>([
    ['level', { ...spo2, clearing: 99 }, 93, 86],
    ['level', { ...rhr, clearing: 60 }, 80, 95],
    ['clearing', spo2, 95, 92],
    ['persistMinutes', spo2, 5, 60],
    ['leastCoverage', spo2, 0.5, 0.8],
    ['severity', spo2, 'CRITICAL', 'LOW'],
    ['timeToLiveHours', spo2, 100, 10],
  ])('of two cohorts of the same place the more sensitive %s holds', (field, rule, sensitive, other) => {
    for (const [first, second] of [
      [sensitive, other],
      [other, sensitive],
    ])
      expect(layered({ cohorts: [cohort('a', 1, { [field]: first }), cohort('b', 1, { [field]: second })] }, rule).rule[field]).toBe(
        sensitive,
      );
  });
  it('where a field has no such order, the cohort whose id comes first', () => {
    expect(layered({ cohorts: [cohort('b', 1, { role: 'md' }), cohort('a', 1, { role: 'nurse' })] }).layers.role).toEqual(of('a'));
  });
  it('a clearing level on the wrong side of a narrower level moves to it', () => {
    const { rule, layers } = layered({ member: { settings: { level: 94 }, off: null } });
    expect([rule.level, rule.clearing, layers.clearing]).toEqual([94, 94, { kind: 'member' }]);
  });
  it('a window and a baseline of two layers that do not go together: the narrower word holds, the other is the tenant’s', () => {
    const compared: AlertRule = { ...spo2, against: 'difference', level: -4, clearing: -2, window: '1d', baseline: '28dS7d' };
    const runs = (of: Partial<RuleLayers>) => {
      const { rule, layers } = layered(of, compared);
      expect(faultsOfRule(rule)).toEqual([]);
      return [rule.window, layers.window.kind, rule.baseline, layers.baseline.kind];
    };
    const short = cohort('short', 1, { baseline: '5dS1d' });
    const member = (settings: Partial<RuleSettings>) => ({ settings, off: null });
    expect(runs({ cohorts: [short] })).toEqual(['1d', 'tenant', '5dS1d', 'cohort']);
    expect(runs({ cohorts: [short], member: member({ window: '7d' }) })).toEqual(['7d', 'member', '28dS7d', 'tenant']);
    const long = cohort('long', 2, { window: '7d' });
    expect(runs({ cohorts: [long], member: member({ baseline: '5dS1d' }) })).toEqual(['1d', 'tenant', '5dS1d', 'member']);
    expect(runs({ cohorts: [short, long] })).toEqual(['7d', 'cohort', '28dS7d', 'tenant']);
    expect(runs({ member: member({ window: '60d', baseline: '1h' }) })).toEqual(['1d', 'tenant', '28dS7d', 'tenant']);
  });

  it('what is no longer LOW does not close by itself', () => {
    const low: AlertRule = { ...spo2, severity: 'LOW', closesOnClearing: true };
    expect(layered({ member: { settings: { severity: 'HIGH' }, off: null } }, low).rule.closesOnClearing).toBe(false);
  });
  it('is off until the end that was said, and no longer', () => {
    const until = (untilSeconds: number) => layered({ member: { settings: {}, off: { reason: 'In palliative care', untilSeconds } } }).off;
    expect(until(now + 1)).toEqual({ reason: 'In palliative care', untilSeconds: now + 1 });
    expect(until(now)).toBeNull();
  });
});

describe('worse than noted', () => {
  const noted = (value: number) => ({ value, severity: 'HIGH' as const, ruleId: 'a' });
  it.each([
    ['spo2', 'at_most', 90, 88, true],
    ['spo2', 'at_most', 90, 88.1, false],
    ['spo2', 'at_most', 90, 95, false],
    ['resp_rate', 'at_least', 25, 28, true],
    ['resp_rate', 'at_least', 25, 27.9, false],
    ['heart_rate', 'at_least', 131, 141, true],
    ['heart_rate', 'at_most', 40, 30, true],
    ['systolic', 'at_least', 180, 189, false],
    ['body_temp', 'at_least', 38.1, 38.6, true],
    ['weight', 'at_least', 2, 3, true],
    ['glucose', 'at_least', 250, 275, true],
    ['glucose', 'at_least', 250, 274, false],
  ] as const)('%s %s: from %s to %s is worse: %s', (metric, direction, before, value, worse) => {
    expect(isWorse({ kind: 'metric', metric }, direction, noted(before), noted(value))).toBe(worse);
  });
  it('is a higher severity, or another rule', () => {
    const subject = { kind: 'metric', metric: 'spo2' } as const;
    expect(isWorse(subject, 'at_most', noted(90), { ...noted(90), severity: 'CRITICAL' })).toBe(true);
    expect(isWorse(subject, 'at_most', noted(90), { ...noted(90), severity: 'LOW' })).toBe(false);
    expect(isWorse(subject, 'at_most', noted(90), { ...noted(90), ruleId: 'b' })).toBe(true);
  });
});
