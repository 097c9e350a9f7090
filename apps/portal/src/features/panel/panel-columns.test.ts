import '#ui/messages.ts';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { csvOf } from '#ui/data-table.tsx';
import { ageAndSex, type PanelShown, panelColumns } from './panel-columns.tsx';

const now = Date.UTC(2026, 5, 1, 12);
const t = i18next.getFixedT('en', ['panel', 'ui'] as const);
const table = (rows: readonly MemberRow[], shown: Partial<PanelShown>) => {
  const usual: PanelShown = { measures: [], units: 'metric', now, t, withMrn: true, withAges: false, withOrigin: true };
  return csvOf(panelColumns({ ...usual, ...shown }), rows);
};
const row = (over: Partial<MemberRow> = {}): MemberRow => ({
  user_id: 'u',
  data: {
    firstName: 'Ada',
    middleName: null,
    lastName: 'Quinn',
    title: null,
    photoUrl: null,
    birthday: '1950-01-01',
    sex: 'female',
    mrn: 'M-1',
    timezone: 'UTC',
    account_created_millis: 0,
  },
  readings: {},
  latest: { heart_rate: { value: 61.4, timestamp: now / 1000 - 240, source: 'device' } },
  band: { status: 'wearing', since: now / 1000 - 60, lastSync: now / 1000 - 60, battery: 71.6 },
  attention: [],
  recent: null,
  in_the_tenant: true,
  on_hold: false,
  memberSince: 0,
  accountStatus: 'ACTIVE',
  dataOrigin: 'synthetic',
  ...over,
});

test('the file holds exactly the columns shown, each reading with its time', () => {
  const attention: MemberRow['attention'] = [
    { kind: 'limit', metric: 'spo2', severity: 3, value: 90, reference: 96, since: now / 1000 - 3600 },
  ];
  expect(table([row({ attention })], { measures: ['heart_rate', 'weight'] })).toEqual({
    header: [
      'Member',
      'Status',
      'Why this member needs attention',
      'Since',
      'Age, sex',
      'MRN',
      'Heart rate (bpm)',
      'Heart rate, measured',
      'Weight (kg)',
      'Weight, measured',
      'Band',
      'Battery (%)',
      'Last sync',
    ],
    rows: [
      [
        'Ada Quinn',
        'Active',
        'SpO2 90% (−6, below 96 %)',
        '2026-06-01T11:00:00.000Z',
        '76 F',
        'M-1',
        '61',
        '2026-06-01T11:56:00.000Z',
        null,
        null,
        'On wrist',
        72,
        '2026-06-01T11:59:00.000Z',
      ],
    ],
  });
});

test('a column that is not on screen is not in the file', () => {
  expect(table([], { withMrn: false }).header).toEqual([
    'Member',
    'Status',
    'Why this member needs attention',
    'Since',
    'Age, sex',
    'Band',
    'Battery (%)',
    'Last sync',
  ]);
});

test('what is unknown is empty, never a zero or a normal value', () => {
  const unknown = row({ latest: {}, band: { status: 'unknown', since: null, lastSync: null, battery: null }, accountStatus: null });
  expect(table([unknown], { measures: ['heart_rate'] }).rows[0]?.slice(1)).toEqual([
    'No status',
    null,
    null,
    '76 F',
    'M-1',
    null,
    null,
    'Unknown',
    null,
    null,
  ]);
});

test.each([
  ['1950-01-01', 'female', '76 F'],
  [null, 'male', 'M'],
  ['1950-01-01', 'unknown', '76'],
  [null, null, '–'],
])('born %s, sex %s reads %s', (birthday, sex, text) => {
  expect(ageAndSex({ data: { ...row().data, birthday, sex } }, now, t)).toBe(text);
});
