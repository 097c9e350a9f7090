import { expect, test } from 'vitest';
import { countriesWithNumbers } from '../emergency/emergency-numbers.ts';
import { isCountry } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);

test('there are the 249 countries of ISO 3166-1, each of which has a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(known).toHaveLength(249);
  expect(known.filter((code) => names.of(code) === undefined)).toEqual([]);
});

test('every country with emergency numbers is one', () => expect(countriesWithNumbers.filter((code) => !isCountry(code))).toEqual([]));

test.each(['XX', 'ZZ', 'EU', 'UN', 'UK', 'SU', 'AA', 'es', 'ESP', ''])('%j is none', (code) => expect(isCountry(code)).toBe(false));
