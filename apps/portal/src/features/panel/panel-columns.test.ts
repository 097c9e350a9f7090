import '#ui/messages.ts';
import type { MemberRow } from '@vigil/contract/events-processor.contract';
import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { ageAndSex } from './panel-columns.tsx';

const now = Date.UTC(2026, 5, 1, 12);
const t = i18next.getFixedT('en', ['panel', 'ui'] as const);
const ada: MemberRow['data'] = {
  firstName: 'Ada',
  middleName: null,
  lastName: 'Quinn',
  title: null,
  photoUrl: null,
  birthday: null,
  sex: null,
  mrn: 'M-1',
  timezone: 'UTC',
  account_created_millis: 0,
};

test.each([
  ['1950-01-01', 'female', '76 F'],
  [null, 'male', 'M'],
  ['1950-01-01', 'unknown', '76'],
  [null, null, '–'],
])('born %s, sex %s reads %s', (birthday, sex, text) => {
  expect(ageAndSex({ data: { ...ada, birthday, sex } }, now, t)).toBe(text);
});
