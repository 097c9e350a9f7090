import { expect, test } from 'vitest';
import { isCurrent, isTaken } from './record.ts';

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
