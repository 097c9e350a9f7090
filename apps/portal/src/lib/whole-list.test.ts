import { expect, test } from 'vitest';
import { pageOfWhole } from './whole-list.ts';

const rows = [
  { name: 'Ríos', at: 3 },
  { name: 'Adams', at: null },
  { name: 'Brook', at: 12 },
];
const list = {
  text: (row: (typeof rows)[number]) => row.name,
  keys: { name: (row: (typeof rows)[number]) => row.name, at: (row: (typeof rows)[number]) => row.at },
};
const asked = { q: '', sort: 'name', order: 'asc', page: 1, size: 20 } as const;
const names = (over: Partial<Omit<typeof asked, 'q' | 'sort' | 'order'>> & { q?: string; sort?: 'name' | 'at'; order?: 'asc' | 'desc' }) =>
  pageOfWhole(rows, { ...asked, ...over }, list).content.map(({ name }) => name);

test.each([
  ['by name', {}, ['Adams', 'Brook', 'Ríos']],
  ['by number, what is not known last', { sort: 'at' as const }, ['Ríos', 'Brook', 'Adams']],
  ['the other way round, what is not known last all the same', { sort: 'at' as const, order: 'desc' as const }, ['Brook', 'Ríos', 'Adams']],
  ['searched without regard to case and accents', { q: 'rios' }, ['Ríos']],
  ['the second page', { size: 2, page: 2 } as object, ['Ríos']],
])('%s', (_name, over, expected) => expect(names(over)).toEqual(expected));

test('counts what was found, not what is on the page', () => {
  expect(pageOfWhole(rows, { ...asked, size: 20 }, list).totalElements).toBe(3);
});
