import { expect, test } from 'vitest';
import { defaultColumns } from './columns.ts';
import { addressOf, panelSearch, panelView } from './panel-search.ts';

test.each<[string, Record<string, unknown>, object]>([
  ['nothing chosen is an empty address', {}, {}],
  ['defaults are left out', { page: 1, size: 20, sort: 'lastName', q: '', status: 'ACTIVE,CREATED,HOLDING' }, {}],
  [
    'what was chosen stays',
    { page: 3, size: 50, sort: 'heart_rate', order: 'desc', q: 'ash', status: 'ACTIVE' },
    { page: 3, size: 50, sort: 'heart_rate', order: 'desc', q: 'ash', status: 'ACTIVE' },
  ],
  ['a size that is not offered is dropped', { size: 7 }, {}],
  ['a page below 1 is dropped', { page: -2 }, {}],
  ['a sort that does not exist is dropped', { sort: 'password' }, {}],
  ['unknown statuses are dropped, known ones stay', { status: 'ACTIVE,EVERYTHING' }, { status: 'ACTIVE' }],
  ['a name of digits is still a name', { q: 42 }, { q: '42' }],
  ['ages beside every reading', { ages: 'on' }, { ages: 'on' }],
  ['ages that are neither on nor off are dropped', { ages: 'yes' }, {}],
  ['columns keep the order given', { columns: 'weight,heart_rate,nonsense' }, { columns: 'weight,heart_rate' }],
])('%s', (_name, written, address) => {
  expect(panelSearch(written)).toEqual(address);
});

test('an address and the view it stands for are the same thing', () => {
  const view = { ...panelView({}), page: 2, q: 'o’neil & sons', descending: true, columns: ['spo2'] as const };
  expect(panelView(panelSearch({ ...addressOf(view) }))).toEqual(view);
  expect(panelView({}).columns).toEqual(defaultColumns);
});
