import { describe, expect, it } from 'vitest';
import type { MetricId } from '../metrics/catalogue.ts';
import { defaultRules } from './defaults.ts';
import { effectiveRule } from './layers.ts';
import { findOutOfRange, type MemberLimits, namedRule, noLimits } from './out-of-range.ts';
import { defaultLimit, defaultLimits, defaultStanding } from './testing/default-limits.ts';

const now = 1_800_000_000;
const at = (value: number, ageSeconds = 60) => ({ value, timestamp: now - ageSeconds });
const found = (metric: MetricId, value: number, limits: MemberLimits = defaultLimits) =>
  findOutOfRange(metric, { [metric]: at(value) }, limits, now);

describe('a reading is marked by the worst rule that it is beyond', () => {
  it.each<[MetricId, number, string | null]>([
    ['spo2', 94, null],
    ['spo2', 93.4, 'spo2-low'],
    ['spo2', 93.5, null],
    ['spo2', 91, 'spo2-very-low'],
    ['spo2', 84, 'spo2-extremely-low'],
    ['heart_rate', 110.4, null],
    ['heart_rate', 110.5, 'pulse-high'],
    ['heart_rate', 131, 'pulse-very-high'],
    ['heart_rate', 29, 'pulse-extremely-low'],
    ['systolic', 159, null],
    ['systolic', 184, 'systolic-crisis'],
    ['diastolic', 108, 'diastolic-high'],
    ['body_temp', 38.04, null],
    ['body_temp', 38.06, 'body-temperature-high'],
    ['weight', 300, null],
  ])('%s %d: %s', (metric, value, ruleId) => expect(found(metric, value)?.ruleId ?? null).toBe(ruleId));

  it('with its level, its side and whose word it is', () =>
    expect(found('systolic', 165)).toEqual({
      ...{ ruleId: 'systolic-high', title: 'Systolic pressure 160 or more', severity: 'HIGH', side: 'high', limit: 160 },
      ...{ aggregate: 'latest', window: '24h', persistMinutes: 0, setBy: 'tenant', alert: 'none', alertSince: null },
    }));
});

describe('a member', () => {
  const rule = defaultRules.find(({ id }) => id === 'spo2-low')?.rule;
  if (!rule) throw new Error('There is a rule about SpO2');
  const named = (member: Parameters<typeof effectiveRule>[1]['member']) =>
    namedRule({ ruleId: 'spo2-low', title: 'SpO2 low' }, effectiveRule(rule, { cohorts: [], member }, now));
  it('with a limit of their own is marked by that', () => {
    const own = named({ settings: { level: 88, clearing: 89 }, off: null });
    const limits: MemberLimits = { limits: own ? [own] : [], standings: [] };
    expect([found('spo2', 90, limits), found('spo2', 88, limits)?.setBy]).toEqual([null, 'member']);
  });
  it('for whom the rule is off is not marked by it', () =>
    expect(named({ settings: {}, off: { reason: 'Hospice', untilSeconds: now + 60 } })).toBeNull());
  it('of a tenant without rules is never marked', () => expect(found('spo2', 70, noLimits)).toBeNull());
});

describe('not marked is a reading', () => {
  it('that is too old to speak of now', () => {
    expect(findOutOfRange('spo2', { spo2: at(80, 86_400) }, defaultLimits, now)).not.toBeNull();
    expect(findOutOfRange('spo2', { spo2: at(80, 86_401) }, defaultLimits, now)).toBeNull();
  });
  it('of the pulse while walking, which no rule reads either', () => {
    const slot = Math.floor(now / 300) * 300;
    const pulse = { value: 140, timestamp: slot + 200 };
    const walking = (steps: number, timestamp: number) =>
      findOutOfRange('heart_rate', { heart_rate: pulse, steps: { value: steps, timestamp } }, defaultLimits, slot + 290);
    expect(walking(40, slot + 60)).toBeNull();
    expect(walking(0, slot + 60)?.ruleId).toBe('pulse-very-high');
    expect(walking(40, slot - 60)?.ruleId).toBe('pulse-very-high');
  });
  it('that is not there', () => expect(findOutOfRange('spo2', {}, defaultLimits, now)).toBeNull());
});

describe('what became of it', () => {
  const told = (...standings: MemberLimits['standings']) => {
    const mark = found('spo2', 90, { ...defaultLimits, standings });
    return [mark?.ruleId, mark?.alert, mark?.alertSince];
  };
  it('the condition has to hold longer', () =>
    expect(told(defaultStanding('spo2-very-low', { holdsSince: now - 300 }))).toEqual(['spo2-very-low', 'pending', now - 300]));
  it('an action is open, though it is that of the milder limit', () =>
    expect(
      told(
        defaultStanding('spo2-very-low', { holdsSince: now - 300 }),
        defaultStanding('spo2-low', { holdsSince: now - 3_000, firedAt: now - 1_200, actionId: 'a' }),
      ),
    ).toEqual(['spo2-very-low', 'open', now - 1_200]));
  it('somebody has ended its action', () =>
    expect(told(defaultStanding('spo2-low', { holdsSince: now - 3_000, firedAt: now - 1_200 }))).toEqual([
      'spo2-very-low',
      'ended',
      now - 1_200,
    ]));
  it('the alert of another metric says nothing', () =>
    expect(told(defaultStanding('systolic-crisis', { firedAt: now - 60, actionId: 'a' }))).toEqual(['spo2-very-low', 'none', null]));
});

describe('a rule that compares with the own baseline', () => {
  const standing = (firedAt: number | null) => ({
    ...defaultLimits,
    standings: [defaultStanding('weight-gain', { holdsSince: now - 60, firedAt, actionId: 'a' })],
  });
  it('marks its metric while its alert stands, without a level', () =>
    expect(found('weight', 82, standing(now - 60))).toMatchObject({ ruleId: 'weight-gain', limit: null, side: 'high', alert: 'open' }));
  it('marks nothing before', () => expect(found('weight', 82, standing(null))).toBeNull());
  it('gives way to a more severe limit', () => {
    const standings = [defaultStanding('resting-pulse-up', { firedAt: now - 60 })];
    const limits = [{ ...defaultLimit('pulse-very-high'), metric: 'rhr' as const }];
    expect(found('rhr', 140, { limits, standings })?.ruleId).toBe('pulse-very-high');
  });
});
