import { newActivity } from '@vigil/contract/activities.forms';
import { imperialUnits, metricUnits, molarUnits } from '@vigil/domain/units/testing/units';
import { describe, expect, test } from 'vitest';
import type { LogDraft } from './log-drafts.ts';
import { activityOf, boundsOf, dayOf, doubtAbout, faultsOf, typedNumber, valueIn } from './to-activity.ts';

const now = Date.parse('2026-06-10T15:00:00Z');
const draft = (over: Partial<LogDraft> = {}): LogDraft => ({
  ...{ id: '5d0cba11-0000-4000-8000-000000000001', kind: 'weight', values: {}, units: metricUnits, date: '2026-06-10', time: '08:00' },
  ...{ confirmed: null, state: 'writing', failure: null },
  ...over,
});
const typed = (kind: LogDraft['kind'], values: Record<string, string>, over: Partial<LogDraft> = {}) => draft({ kind, values, ...over });
const faults = (one: LogDraft, zone = 'UTC') => Object.entries(faultsOf(one, zone, now)).map(([field, fault]) => `${field}: ${fault?.key}`);

test.each<[string, number | null]>([
  ['81.4', 81.4],
  ['81,4', 81.4],
  [' 81 ', 81],
  ['81.456', null],
  ['81.4 kg', null],
  ['-3', null],
  ['1e3', null],
  ['', null],
])('"%s" is the number %s', (text, number) => expect(typedNumber(text)).toBe(number));

describe('what would be refused is told by field', () => {
  test.each<[string, LogDraft, string[]]>([
    ['a usual weight', typed('weight', { weight: '81,4' }), []],
    ['nothing typed', typed('weight', {}), ['weight: empty']],
    ['words', typed('weight', { weight: 'heavy' }), ['weight: noNumber']],
    ['more than anybody weighs', typed('weight', { weight: '501' }), ['weight: bounds']],
    ['the same in pounds is usual', typed('weight', { weight: '501' }, { units: imperialUnits }), []],
    ['a pressure the wrong way round', typed('pressure', { systolic: '80', diastolic: '120' }), ['diastolic: order']],
    ['half a pressure', typed('pressure', { systolic: '120' }), ['diastolic: empty']],
    ['a meal without a word', typed('meal', {}), []],
    ['a meal of a book’s length', typed('meal', { note: 'x'.repeat(2_001) }), ['note: tooLong']],
    ['a medication without a name', typed('medication', { title: ' ' }), ['title: noText']],
    ['half a minute', typed('workout', { title: 'Walk', minutes: '0,5' }), ['minutes: minutes']],
    ['no minutes', typed('workout', { title: 'Walk', minutes: '' }), []],
    ['no time', typed('meal', {}, { time: '' }), ['time: noTime']],
    ['later today', typed('meal', {}, { time: '15:10' }), ['time: future']],
  ])('%s', (_, one, told) => expect(faults(one)).toEqual(told));

  test('later is later by the member’s clock', () => {
    expect(faults(typed('meal', {}, { time: '20:00' }), 'Asia/Tokyo')).toEqual([]);
    expect(faults(typed('meal', {}, { time: '09:00' }), 'America/Los_Angeles')).toEqual(['time: future']);
  });
});

test('bounds are told in the person’s units, and both ends are taken', () => {
  expect([boundsOf('weight', metricUnits), boundsOf('weight', imperialUnits), boundsOf('glucose', imperialUnits)]).toEqual([
    [3, 500],
    [7, 1102],
    [10, 1000],
  ]);
  expect(boundsOf('glucose', molarUnits)).toEqual([0.6, 55.4]);
  for (const units of [metricUnits, imperialUnits, molarUnits])
    for (const metric of ['weight', 'glucose'] as const)
      for (const end of boundsOf(metric, units)) expect(faults(typed(metric, { [metric]: String(end) }, { units }))).toEqual([]);
});

describe('a rare value is asked about once', () => {
  test('until it is said to be right, and again when it is changed', () => {
    const rare = typed('pressure', { systolic: '225', diastolic: '100' });
    const doubt = doubtAbout(rare, null);
    expect(doubt).toEqual({ metric: 'systolic', about: 'unlikely', typed: '225/100' });
    const confirmed = { ...rare, confirmed: '225/100' };
    expect(doubtAbout(confirmed, null)).toBeNull();
    expect(doubtAbout({ ...confirmed, values: { systolic: '226', diastolic: '100' } }, null)).toMatchObject({ typed: '226/100' });
  });

  test('a weight is compared with the last one, in whatever unit it was typed', () => {
    expect(doubtAbout(typed('weight', { weight: '176' }), 80)).toMatchObject({ about: 'changed' });
    expect(doubtAbout(typed('weight', { weight: '176' }, { units: imperialUnits }), 80)).toBeNull();
    expect(doubtAbout(typed('weight', { weight: '176' }), null)).toBeNull();
  });
});

describe('what is sent', () => {
  test.each<[LogDraft, object]>([
    [
      typed('weight', { weight: '176.4' }, { units: imperialUnits }),
      { activityType: 'LOGGING_WEIGHT', activityDetails: { weight: 80.013694 } },
    ],
    [typed('glucose', { glucose: '5.5' }, { units: molarUnits }), { activityDetails: { glucose: 99.1001 } }],
    [typed('pressure', { systolic: '128', diastolic: '82' }), { activityDetails: { systolic: 128, diastolic: 82 } }],
    [typed('meal', { mealType: 'DINNER', note: ' Soup ' }), { description: 'Soup', activityDetails: { mealType: 'DINNER' } }],
    [
      typed('medication', { title: 'Metoprolol', status: 'SKIPPED', frequency: '2x per day' }),
      { title: 'Metoprolol', status: 'SKIPPED', schedule: { frequency: '2x per day' } },
    ],
    [typed('workout', { title: 'Walk', minutes: '30' }), { activityType: 'MOVE', activityDetails: { durationMinutes: 30 } }],
  ])('is a body that the server takes: %#', (one, expected) => {
    const body = activityOf(one);
    expect(body).toMatchObject({ ...expected, id: one.id, when: { time: '08:00' } });
    expect(newActivity.safeParse(body).error).toBeUndefined();
  });

  test('the day is written as the call takes it', () => expect(dayOf(draft())).toBe('06-10-2026'));
  test('a weight in kilograms stays what was typed', () => expect(valueIn('weight', typed('weight', { weight: '81.4' }))).toBe(81.4));
});
