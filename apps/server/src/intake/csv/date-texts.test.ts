import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDateText } from './date-texts.ts';

const moment = (iso: string) => ({ kind: 'moment', timestampSeconds: Date.parse(iso) / 1000 });
const local = (iso: string) => ({ kind: 'local', wallMs: Date.parse(`${iso}Z`) });

describe('a moment', () => {
  it.each([
    ['1460000000', moment('2016-04-07T03:33:20Z')],
    ['1460000000.25', moment('2016-04-07T03:33:20.250Z')],
    ['2016-04-01T07:54:00Z', moment('2016-04-01T07:54:00Z')],
    ['2016-04-01 07:54:00.5+02:00', moment('2016-04-01T05:54:00.500Z')],
    ['2016-04-01T07:54-0730', moment('2016-04-01T15:24:00Z')],
  ])('%s', (text, expected) => expect(readDateText(text)).toEqual(expected));
});

describe('a local time', () => {
  it.each([
    ['2016-04-01T07:54:00', local('2016-04-01T07:54:00')],
    ['2016/04/01 07:54', local('2016-04-01T07:54:00')],
    ['4/1/2016 7:54:05 AM', local('2016-04-01T07:54:05')],
    ['4/12/2016 12:00:00 AM', local('2016-04-12T00:00:00')],
    ['4/12/2016 12:30:00 PM', local('2016-04-12T12:30:00')],
    ['4/12/2016 23:10', local('2016-04-12T23:10:00')],
    ['12.4.2016 23:10', local('2016-04-12T23:10:00')],
    ['05-30-2021 04:59 PM', local('2021-05-30T16:59:00')],
    ['13-02-2024 12:51', local('2024-02-13T12:51:00')],
    ['Apr 1, 2016 07:54:00 AM', local('2016-04-01T07:54:00')],
    ['Apr 1, 2016, 7:54:00\u202fPM', local('2016-04-01T19:54:00')],
    ['December 31, 2016 11:59:59 PM', local('2016-12-31T23:59:59')],
    ['1 Apr 2016 19:54', local('2016-04-01T19:54:00')],
    ['2016-04-01    07:54', local('2016-04-01T07:54:00')],
    ['2016-04-01', local('2016-04-01T00:00:00')],
    ['4/1/2016', local('2016-04-01T00:00:00')],
  ])('%s (a date alone stands for the start of its day)', (text, expected) => expect(readDateText(text)).toEqual(expected));
});

it.each([
  [''],
  ['yesterday'],
  ['13/1/2016 7:54:00 AM'],
  ['2/30/2016'],
  ['4/1/2016 13:00 PM'],
  ['4/1/2016 24:00'],
  ['4/1/2016 7:60'],
  ['Foo 1, 2016'],
  ['2016-00-10'],
  ['2016-04-01T07:54:00 Mars'],
  ['4/1/2016 7:54 Z'],
  [`2016-04-01${' '.repeat(60)}07:54`],
  [`${'1'.repeat(65)}`],
])('"%s" is no date', (text) => expect(readDateText(text)).toEqual({ kind: 'none' }));

it('every ISO 8601 moment reads as the one it says', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      expect(readDateText(date.toISOString())).toEqual({ kind: 'moment', timestampSeconds: date.getTime() / 1000 });
    }),
  );
});
