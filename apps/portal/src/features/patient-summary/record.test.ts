import { expect, test } from 'vitest';
import { isCurrent, isOpen, isTaken, wasDone } from './record.ts';

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
