import { beforeEach, expect, test } from 'vitest';
import { session } from '#lib/session/session.ts';
import { closePatientTab, neighbourOf, openPatientTab, patientTabs, tabsCollapse } from './patient-tabs.ts';

const enter = (tenant_ID: string, userId = 'u') =>
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: true });

beforeEach(() => {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  enter('t');
});

test.each([
  [390, 0, false],
  [390, 1, true],
  [599, 1, true],
  [600, 1, false],
  [600, 2, true],
  [899, 2, true],
  [900, 2, false],
  [900, 3, true],
  [1199, 3, true],
  [1200, 4, false],
  [1200, 5, true],
  [2560, 5, true],
])('at %i px, %i open patients fold into the menu: %s', (width, open, folded) => {
  expect(tabsCollapse(width, open)).toBe(folded);
});

test.each([
  ['the next one', ['a', 'b', 'c'], 'b', 'c'],
  ['the one before, at the end', ['a', 'b', 'c'], 'c', 'b'],
  ['nowhere, when it was the only one', ['a'], 'a', null],
  ['nowhere, when it was not open', ['a'], 'x', null],
])('closing moves to %s', (_name, open, closing, next) => {
  expect(neighbourOf(open, closing)).toBe(next);
});

test('a patient is open once, however often it is opened, and is kept locally', () => {
  for (const id of ['a', 'b', 'a']) openPatientTab(id);
  expect(patientTabs.get()).toEqual(['a', 'b']);
  expect(JSON.parse(localStorage.getItem('vigil.patientTabs') ?? '')).toEqual({ 't u': ['a', 'b'] });
  closePatientTab('a');
  expect(patientTabs.get()).toEqual(['b']);
});

test('patients of one tenant are not open in another, and are still there on the way back', () => {
  openPatientTab('a');
  enter('other');
  expect(patientTabs.get()).toEqual([]);
  openPatientTab('b');
  enter('t');
  expect(patientTabs.get()).toEqual(['a']);
});

test('nobody is open for whoever signs in next, and whom the first one had open is not kept', () => {
  openPatientTab('a');
  enter('t', 'v');
  expect(patientTabs.get()).toEqual([]);
  openPatientTab('b');
  expect(JSON.parse(localStorage.getItem('vigil.patientTabs') ?? '')).toEqual({ 't v': ['b'] });
});

test.each(['["a"]', '{"t u":"a"}', '{"t u":[1]}', 'null', 'no JSON'])('what was kept as %s opens nobody', (kept) => {
  localStorage.setItem('vigil.patientTabs', kept);
  dispatchEvent(new StorageEvent('storage', { key: 'vigil.patientTabs' }));
  expect(patientTabs.get()).toEqual([]);
});
