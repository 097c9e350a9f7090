import { expect, test } from 'vitest';
import type { Holder, Taken } from '#people/index.ts';
import type { Described } from '../person.rules.ts';
import { judged } from './conflicts.ts';
import type { FileRow } from './read-file.ts';

type Said = { email?: string | null; phone?: string; mrn?: string; name?: string; born?: string };

const rowOf = ({ email = 'a@test.example', phone = '+16502530000', mrn, name = 'Ann Lee', born }: Said, index: number): FileRow => {
  const [givenName = '', familyName = ''] = name.split(/ (?=\S+$)/);
  const person = { email, phoneNumber: phone, mrn: mrn ?? null, givenName, familyName, birthDate: born ?? null } as Described;
  return {
    line: index + 2,
    label: email,
    name,
    birthDate: born ?? null,
    cells: [],
    outcome: 'READY',
    read: { person, care: null, unusual: [] },
  };
};
const nobody: Taken = { addresses: new Map(), mrns: new Map() };
const ann: Holder = { userId: 'ann', givenName: 'José Luis', familyName: 'Núñez', birthDate: '1980-02-29', signsInWithIt: true };
const bob: Holder = { userId: 'bob', givenName: 'Bob', familyName: 'Ray', birthDate: null, signsInWithIt: true };
const told = async (taken: Taken, ...rows: Said[]) =>
  (await judged(taken, rows.map(rowOf))).map(({ outcome, read }) => [
    outcome,
    ...('problems' in read ? read.problems.map(({ column, heldBy }) => [column, heldBy?.line ?? heldBy?.userId ?? null]) : []),
  ]);

test.each<[string, Said, unknown]>([
  ['the same name and birth date', { name: 'José Luis Núñez', born: '1980-02-29' }, ['DUPLICATE', ['contact', null]]],
  ['other case, accents and spaces', { name: 'JOSE  LUIS nunez', born: '1980-02-29' }, ['DUPLICATE', ['contact', null]]],
  ['decomposed accents', { name: 'José Luis Núñez'.normalize('NFD') }, ['DUPLICATE', ['contact', null]]],
  ['no birth date in the file', { name: 'José Luis Núñez' }, ['DUPLICATE', ['contact', null]]],
  ['another birth date', { name: 'José Luis Núñez', born: '1980-02-28' }, ['ERROR', ['contact', 'ann']]],
  ['another first name', { name: 'José Núñez', born: '1980-02-29' }, ['ERROR', ['contact', 'ann']]],
  ['another family name', { name: 'José Luis Nunes', born: '1980-02-29' }, ['ERROR', ['contact', 'ann']]],
])('an e-mail address that somebody in the tenant has: %s', async (_, said, outcome) => {
  expect(await told({ ...nobody, addresses: new Map([['a@test.example', [ann]]]) }, said)).toEqual([outcome]);
});

test('a record number of somebody else outweighs that the person is there by the e-mail address', async () => {
  const taken = { addresses: new Map([['a@test.example', [bob]]]), mrns: new Map([['m-1', [ann]]]) };
  expect(await told(taken, { name: 'Bob Ray', mrn: ' M-1 ' })).toEqual([['ERROR', ['mrn', 'ann']]]);
  expect(await told(taken, { name: 'Eve Dew', mrn: 'M-1' })).toEqual([['ERROR', ['contact', 'bob'], ['mrn', 'ann']]]);
});

test('where several members have one record number, the person is there when it is one of them', async () => {
  expect(await told({ ...nobody, mrns: new Map([['m-1', [bob, ann]]]) }, { name: 'José Luis Núñez', mrn: 'm-1' })).toEqual([
    ['DUPLICATE', ['mrn', null]],
  ]);
});

test.each<[string, Said[], unknown[]]>([
  ['the same person twice', [{}, {}], [['READY'], ['DUPLICATE', ['contact', null]]]],
  ['twice, once without a birth date', [{ born: '1980-02-29' }, {}], [['READY'], ['DUPLICATE', ['contact', null]]]],
  [
    'two people, one address',
    [{}, { name: 'Bob Ray' }],
    [
      ['ERROR', ['contact', 3]],
      ['ERROR', ['contact', 2]],
    ],
  ],
  [
    'two birth dates',
    [{ born: '1980-02-29' }, { born: '1981-02-28' }],
    [
      ['ERROR', ['contact', 3]],
      ['ERROR', ['contact', 2]],
    ],
  ],
  [
    'two people, one record number',
    [{ mrn: 'M-1' }, { email: 'b@test.example', name: 'Bob Ray', mrn: 'm-1' }],
    [
      ['ERROR', ['mrn', 3]],
      ['ERROR', ['mrn', 2]],
    ],
  ],
  ['no record numbers', [{}, { email: 'b@test.example', name: 'Bob Ray' }], [['READY'], ['READY']]],
])('within one file, %s', async (_, rows, outcomes) => {
  expect(await told(nobody, ...rows)).toEqual(outcomes);
});

test('where the tenant knows whose the address is, only the other line of the file is wrong', async () => {
  expect(await told({ ...nobody, addresses: new Map([['a@test.example', [bob]]]) }, { name: 'Bob Ray' }, { name: 'Ann Lee' })).toEqual([
    ['DUPLICATE', ['contact', null]],
    ['ERROR', ['contact', 'bob']],
  ]);
});

test('a phone number is one person’s only where they sign in with it', async () => {
  const held = (signsInWithIt: boolean) => ({ ...nobody, addresses: new Map([['+16502530000', [{ ...bob, signsInWithIt }]]]) });
  const phone = { email: null, name: 'Ann Lee' };
  expect(await told(held(true), phone)).toEqual([['ERROR', ['contact', 'bob']]]);
  expect(await told(held(false), phone)).toEqual([['READY']]);
  expect(await told(held(false), { ...phone, name: 'Bob Ray' })).toEqual([['DUPLICATE', ['contact', null]]]);
  expect(await told(held(true), {})).toEqual([['READY']]);
  expect(await told(nobody, phone, { ...phone, name: 'Bob Ray' }, {})).toEqual([
    ['ERROR', ['contact', 3]],
    ['ERROR', ['contact', 2]],
    ['READY'],
  ]);
});

test('a file in which every line has the same address is judged in no time', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({
    name: `N${index % 50_000} Lee`,
    born: `1980-01-${index % 2 ? '01' : '02'}`,
  }));
  const began = performance.now();
  const outcomes = await judged(nobody, rows.map(rowOf));
  expect(outcomes.every(({ outcome }) => outcome === 'ERROR')).toBe(true);
  expect(performance.now() - began).toBeLessThan(10_000);
});
