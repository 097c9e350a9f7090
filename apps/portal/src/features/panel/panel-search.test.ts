import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { panelSearch } from './panel-search.ts';

const usual = {
  page: 1,
  size: 20,
  sort: 'attention',
  order: 'desc',
  q: '',
  status: 'ACTIVE,CREATED,HOLDING',
  columns: 'heart_rate,spo2,resp_rate,blood_pressure,skin_temp,weight',
  ages: 'off',
  panel: '',
  filter: '',
  clinician: '',
  cohort: '',
  assignment: 'ALL',
};

test.each<[string, Record<string, unknown>, object]>([
  ['an empty address has the defaults', {}, {}],
  [
    'what was chosen stays',
    { page: 3, size: 50, sort: 'heart_rate', order: 'desc', q: 'ash', status: 'ACTIVE' },
    { page: 3, size: 50, sort: 'heart_rate', order: 'desc', q: 'ash', status: 'ACTIVE' },
  ],
  ['a size that is not offered is dropped', { size: 7 }, {}],
  ['a page below 1 is dropped', { page: -2 }, {}],
  ['half a page is dropped', { page: 1.5 }, {}],
  ['a page beyond what the server answers is dropped', { page: 1_000_001 }, {}],
  ['a sort that does not exist is dropped', { sort: 'password' }, {}],
  ['an order that does not exist is dropped', { order: 'sideways' }, {}],
  ['unknown statuses are dropped, known ones stay', { status: 'ACTIVE,EVERYTHING' }, { status: 'ACTIVE' }],
  ['statuses that are all unknown are dropped', { status: 'EVERYTHING' }, {}],
  ['the usual statuses in another order are the usual ones', { status: 'HOLDING,ACTIVE,CREATED' }, {}],
  ['a status that is no text is dropped', { status: { a: 1 } }, {}],
  ['a name of digits is still a name', { q: 42 }, { q: '42' }],
  ['a name is cut where the server would refuse it', { q: 'x'.repeat(200) }, { q: 'x'.repeat(100) }],
  ['ages beside every reading', { ages: 'on' }, { ages: 'on' }],
  ['ages that are neither on nor off are dropped', { ages: 'yes' }, {}],
  ['columns keep the order given, each once', { columns: 'weight,heart_rate,nonsense,weight' }, { columns: 'weight,heart_rate' }],
  ['a sort by any measure stays', { sort: 'relative_population_stroke' }, { sort: 'relative_population_stroke' }],
  ['filters that make sense stay', { filter: 'weight:70..90,mood:1..2' }, { filter: 'weight:70..90' }],
  ['a panel and a clinician stay', { panel: 'mine', clinician: 'me' }, { panel: 'mine', clinician: 'me' }],
  ['a panel that cannot be one is dropped', { panel: 'a b', assignment: 'SOME' }, {}],
  ['what a list does not know is dropped', { password: 'x' }, {}],
])('%s', (_name, written, chosen) => {
  const search = z.parse(panelSearch, written);
  expect(search).toEqual({ ...usual, ...chosen });
  // An address that the portal wrote itself is read back as it was.
  expect(z.parse(panelSearch, search)).toEqual(search);
});
