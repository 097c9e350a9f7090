import { describe, expect, test } from 'vitest';
import { boundsOf, type DateSearch, excludesWithin, matchesDate, readDateSearch } from './date-search.ts';

const ms = (text: string) => Date.parse(text);
const search = (text: string): DateSearch => {
  const read = readDateSearch(text, 'UTC');
  if (!read) throw new Error(`${text} is no search`);
  return read;
};
const moment = (text: string) => ({ fromMs: ms(text), toMs: ms(text) + 1 });
const hour = { fromMs: ms('2024-01-31T23:30:00Z'), toMs: ms('2024-02-01T00:30:00Z') };

describe('a date search', () => {
  test.each<[string, string, boolean]>([
    ['2024-01-31', '2024-01-31T00:00:00Z', true],
    ['eq2024-01-31', '2024-01-31T23:59:59.999Z', true],
    ['2024-01-31', '2024-02-01T00:00:00Z', false],
    ['ge2024-01-31', '2024-01-31T00:00:00Z', true],
    ['ge2024-01-31', '2024-01-30T23:59:59.999Z', false],
    ['gt2024-01-31', '2024-01-31T12:00:00Z', false],
    ['gt2024-01-31', '2024-02-01T00:00:00Z', true],
    ['lt2024-01-31', '2024-01-31T00:00:00Z', false],
    ['lt2024-01-31', '2024-01-30T23:59:59.999Z', true],
    ['le2024-01-31', '2024-01-31T23:59:59.999Z', true],
    ['le2024-01-31', '2024-02-01T00:00:00Z', false],
    ['ge2024-01-31T10:00:00Z', '2024-01-31T10:00:00Z', true],
    ['lt2024-01-31T10:00:00+02:00', '2024-01-31T07:59:59Z', true],
    ['le2024', '2024-12-31T23:59:59Z', true],
    ['ne2024-01-31', '2024-01-31T12:00:00Z', false],
    ['ne2024-01-31', '2024-02-01T00:00:00Z', true],
    ['sa2024-01-31', '2024-01-31T23:59:59Z', false],
    ['sa2024-01-31', '2024-02-01T00:00:00Z', true],
    ['eb2024-01-31', '2024-01-31T00:00:00Z', false],
    ['eb2024-01-31', '2024-01-30T23:59:59Z', true],
  ])('%s and a moment at %s: %s', (text, at, expected) => expect(matchesDate(search(text), moment(at))).toBe(expected));

  test.each<[string, boolean]>([
    ['2024-01-31', false],
    ['ge2024-02-01', true],
    ['gt2024-01-31', true],
    ['gt2024-02-01', false],
    ['le2024-01-31', true],
    ['lt2024-02-01', true],
    ['lt2024-01-31', false],
    ['ne2024-01-31', true],
    ['sa2024-01-31', false],
    ['sa2024-01-30', true],
    ['eb2024-02-01', false],
    ['eb2024-02-02', true],
  ])('%s and the hour around midnight after that day: %s', (text, expected) => expect(matchesDate(search(text), hour)).toBe(expected));

  test('without its plus sign, as an address decodes it, is the same', () =>
    expect(readDateSearch('ge2024-01-31T10:00:00 02:00', 'UTC')).toEqual(search('ge2024-01-31T10:00:00+02:00')));

  test.each(['ap2024-01-31', 'ap2024', 'xx2024', 'ge', 'ge2024-02-30', 'null'])('“%s” is refused', (text) =>
    expect(readDateSearch(text, 'UTC')).toBeNull(),
  );
});

test('bounds leave out nothing that can match', () => {
  expect(boundsOf([])).toEqual({ fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY });
  expect(boundsOf([search('ge2024-01-31'), search('lt2024-03')])).toEqual({ fromMs: ms('2024-01-31'), toMs: ms('2024-03-01') });
  expect(boundsOf([search('gt2024-01-31'), search('le2024-02')])).toEqual({ fromMs: ms('2024-02-01'), toMs: ms('2024-03-01') });
  expect(boundsOf([search('sa2024-01-31'), search('eb2024-03'), search('ne2024-02')])).toEqual({
    fromMs: ms('2024-02-01'),
    toMs: ms('2024-03-01'),
  });
  expect(boundsOf([search('2024-02-01')])).toEqual({ fromMs: ms('2024-02-01'), toMs: ms('2024-02-02') });
});

test('only what a search for another date leaves out as a whole is excluded', () => {
  const day = { fromMs: ms('2024-01-31'), toMs: ms('2024-02-01') };
  expect([excludesWithin(search('ne2024-01-31'), day), excludesWithin(search('ne2024-01'), day)]).toEqual([true, true]);
  expect([excludesWithin(search('ne2024-01-31'), hour), excludesWithin(search('2024-03'), day)]).toEqual([false, false]);
});
