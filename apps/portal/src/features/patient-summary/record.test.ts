import { expect, test } from 'vitest';
import { dayInWords, isCurrent, isOpen, isTaken, wasDone } from './record.ts';

const condition = { status: 'active', abated: null, verification: 'confirmed' };
test.each([
  ['active', {}, true],
  ['of unknown status', { status: null, verification: null }, true],
  ['a relapse', { status: 'relapse' }, true],
  ['resolved', { status: 'resolved' }, false],
  ['with an end', { abated: '2019-03' }, false],
  ['refuted', { verification: 'refuted' }, false],
])('a condition %s stands now: %s', (_, over, expected) => expect(isCurrent({ ...condition, ...over })).toBe(expected));

test.each([
  ['active', false, true],
  [null, false, true],
  ['on-hold', false, true],
  ['stopped', false, false],
  ['completed', false, false],
  ['stopped', true, true],
])('a medication with status %s, not to be taken: %s, is told: %s', (status, doNotTake, expected) =>
  expect(isTaken({ status, doNotTake })).toBe(expected),
);

test.each([
  ['active', false, true],
  ['draft', false, true],
  ['on-hold', false, true],
  [null, false, true],
  ['completed', false, false],
  ['revoked', false, false],
  ['completed', true, true],
  ['revoked', true, false],
])('an order with status %s, not to be done: %s, is told: %s', (status, doNotPerform, expected) =>
  expect(isOpen({ status, doNotPerform })).toBe(expected),
);

test.each([
  ['completed', true],
  ['in-progress', true],
  ['stopped', true],
  [null, true],
  ['not-done', false],
  ['preparation', false],
])('a procedure with status %s was done: %s', (status, expected) => expect(wasDone({ status })).toBe(expected));

test.each([
  ['2024-09-03', 'Sep 3, 2024'],
  // The day is that of its source, wherever it is read.
  ['2024-09-03T23:30:00-08:00', 'Sep 3, 2024'],
  ['2024-09', '2024-09'],
  ['2018', '2018'],
  ['2018-99-99', '2018-99-99'],
])('the date %s of another system reads %s', (date, expected) => expect(dayInWords(date, 'en-US')).toBe(expected));
