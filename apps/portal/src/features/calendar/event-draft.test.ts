import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { changedEvent, newEvent } from '@vigil/contract/calendar.forms';
import { describe, expect, test } from 'vitest';
import {
  changedBody,
  draftOf,
  type EventDraft,
  faultsOf,
  momentsOf,
  movedBody,
  newBody,
  newDraft,
  slotsOf,
  timesOf,
  withStart,
} from './event-draft.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(`${text}+01:00`);
const owner = '5d0cba11-0000-4000-8000-000000000001';
const member = '5d0cba11-0000-4000-8000-000000000002';
const draft = (over: Partial<EventDraft> = {}): EventDraft => ({
  ...newDraft(at('2026-11-23T09:00'), at('2026-11-23T09:30'), zone),
  title: 'Round',
  ...over,
});
const stored: CalendarEvent = {
  ...{ id: member, title: 'Round', description: null, type: 'REGULAR', date: at('2026-11-23T09:00'), durationMinutes: 30 },
  ...{ ownerId: owner, tenantId: owner, notifyBefore: null, actionId: null, participants: [], read: true, clicked: true },
  ...{ timeZone: zone, patientId: null, seriesId: null, recurrence: null, version: 3, isBusy: false, people: [] },
};

describe('a field says what is wrong with it', () => {
  test.each<[string, Partial<EventDraft>, string, string]>([
    ['no title', { title: '  ' }, 'title', 'noTitle'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title', 'titleTooLong'],
    ['no start', { from: '' }, 'from', 'noTime'],
    ['an end before the start', { until: '2026-11-23T08:00' }, 'until', 'endBeforeStart'],
    ['an end as it begins', { until: '2026-11-23T09:00' }, 'until', 'endBeforeStart'],
    ['63 days', { until: '2027-01-25T09:00' }, 'until', 'tooLong'],
    ['a start in the hour that clocks skip', { from: '2027-03-28T02:30', until: '2027-03-28T04:00' }, 'from', 'skipped'],
    ['an end in the hour that clocks skip', { from: '2027-03-28T01:30', until: '2027-03-28T02:30' }, 'until', 'skipped'],
    ['every zero weeks', { repeat: { ...draft().repeat, frequency: 'WEEKLY', interval: '0' } }, 'repeat', 'interval'],
    ['no number of times', { repeat: { ...draft().repeat, frequency: 'DAILY', count: '' } }, 'repeat', 'count'],
    ['400 times', { repeat: { ...draft().repeat, frequency: 'DAILY', count: '400' } }, 'repeat', 'tooOften'],
    [
      'an end of the series before it',
      { repeat: { ...draft().repeat, frequency: 'DAILY', ends: 'until', until: '2026-11-22' } },
      'repeat',
      'untilDay',
    ],
    ['slots longer than the time', { type: 'APPOINTMENT_SLOT', each: '45' }, 'each', 'eachDoesNotFit'],
    ['slots of no minutes', { type: 'APPOINTMENT_SLOT', each: 'x' }, 'each', 'each'],
  ])('%s', (_name, over, field, fault) => {
    expect([...faultsOf(draft(over))]).toEqual([[field, fault]]);
  });

  test('and nothing where nothing is; a reminder needs no end', () => {
    expect(faultsOf(draft()).size).toBe(0);
    expect(faultsOf(draft({ type: 'REMINDER', until: '' })).size).toBe(0);
  });
});

test('nine slots of 20 minutes fill the time from 9 to 12', () => {
  const slots = slotsOf(draft({ type: 'APPOINTMENT_SLOT', until: '2026-11-23T12:00', each: '20' }));
  expect(slots).toHaveLength(9);
  expect(slots.at(-1)).toEqual({ from: at('2026-11-23T11:40'), until: at('2026-11-23T12:00') });
  expect(slotsOf(draft({ type: 'APPOINTMENT_SLOT', until: '2026-11-23T09:50', each: '20' }))).toHaveLength(2);
});

test('what is sent fits the contract: weekly on the day it begins, to the last moment of its last day', () => {
  const repeat = { ...draft().repeat, frequency: 'WEEKLY', weekdays: [3], ends: 'until', until: '2026-12-02' } as const;
  const body = newBody(draft({ repeat: { ...repeat, weekdays: [3] }, notify: '10', description: ' ' }), owner, owner);
  expect(newEvent.parse(body)).toEqual(body);
  expect(body).toMatchObject({ durationMinutes: 30, notifyBefore: 10, description: null, timeZone: zone });
  expect(body.recurrence).toEqual({ frequency: 'WEEKLY', interval: 1, weekdays: [1, 3], until: at('2026-12-02T23:59:59.999') });
  expect(timesOf(draft({ repeat: { ...repeat, weekdays: [3] } }))).toHaveLength(4);
});

test('a slot is about nobody and invites nobody, whoever was chosen before', () => {
  const ada = { id: member, name: 'Ada', isMember: true };
  const body = newBody(draft({ type: 'APPOINTMENT_SLOT', about: ada, participants: [ada] }), owner, owner);
  expect([body.patientId, body.participants]).toEqual([null, []]);
});

test('a change says how it repeats only where that was changed', () => {
  const weekly: CalendarEvent = {
    ...stored,
    seriesId: owner,
    recurrence: { frequency: 'WEEKLY', interval: 1, weekdays: [1], count: 5 },
  };
  const same = changedBody({ ...draftOf(weekly), title: 'Longer round', scope: 'all' }, weekly);
  expect(changedEvent.parse(same)).toEqual(same);
  expect([same.version, same.scope, 'recurrence' in same]).toEqual([3, 'all', false]);
  const other = draftOf(weekly);
  expect(changedBody({ ...other, repeat: { ...other.repeat, count: '7' } }, weekly).recurrence).toMatchObject({ count: 7 });
  expect(changedBody({ ...other, repeat: { ...other.repeat, frequency: '' } }, weekly).recurrence).toBeNull();
});

test('an event that is moved keeps all but its time', () => {
  const body = movedBody({ ...stored, notifyBefore: 15, participants: [owner] }, at('2026-11-24T10:00'), at('2026-11-24T11:00'), 'this');
  expect(changedEvent.parse(body)).toEqual(body);
  expect(body).toMatchObject({ title: 'Round', durationMinutes: 60, notifyBefore: 15, participants: [owner], version: 3 });
});

test('the end follows the start, by the hours that pass', () => {
  expect(withStart(draft(), '2026-11-24T14:15').until).toBe('2026-11-24T14:45');
  // The clocks go forward from 2 to 3 in between.
  expect(withStart(draft({ until: '2026-11-23T11:00' }), '2027-03-28T01:30').until).toBe('2027-03-28T04:30');
  expect(withStart(draft({ until: '' }), '2026-11-24T14:15').until).toBe('');
});

test.each([
  ['begins in the second of two hours that are the same', '2027-10-31T02:30+01:00', 45],
  ['lasts from the first of them to the second', '2027-10-31T02:30+02:00', 60],
  ['ends by the clock before it begins', '2027-10-31T02:45+02:00', 30],
])('an event that %s is renamed, and stays where it is', (_, begins, durationMinutes) => {
  const before = { ...stored, date: Date.parse(begins), durationMinutes };
  const renamed = { ...draftOf(before), title: 'Renamed' };
  expect(faultsOf(renamed).size).toBe(0);
  expect(changedBody(renamed, before)).toMatchObject({ title: 'Renamed', date: before.date, durationMinutes });
  expect(momentsOf({ ...renamed, timeZone: 'UTC' }).from).toBe(Date.parse(`${renamed.from}Z`));
});
