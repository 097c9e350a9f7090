import { beforeEach, expect, test } from 'vitest';
import { createDrafts, createOutbox, type Draft } from './drafts.ts';
import { session, tokens } from './session/session.ts';

interface Line extends Draft {
  readonly text: string;
}
const read = (kept: unknown) => (typeof (kept as Line | null)?.text === 'string' ? (kept as Line) : null);
/** As a page that was loaded anew finds them. */
const reloaded = () => createDrafts<Line>('lines', read);
const line = (id: string, text: string): Line => ({ id, text });

function signIn(userId: string, tenant = 'one') {
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId, tenant: { tenant, tenant_ID: tenant, role_ID: 'nurse', roles: ['nurse'] }, severalTenants: true });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  signIn('nurse');
});

test('drafts are kept over a reload, by subject; a changed one takes its own place', () => {
  const drafts = reloaded();
  drafts.put('a', line('1', 'Half'));
  drafts.put('a', line('2', 'Other'));
  drafts.put('a', line('1', 'Half a sentence'));
  drafts.put('b', line('3', 'Elsewhere'));
  drafts.remove('b', '3');
  const again = reloaded();
  expect(again.of('a')).toEqual([line('1', 'Half a sentence'), line('2', 'Other')]);
  expect(again.of('b')).toEqual([]);
});

test.each([
  ['another person', 'coach', 'one'],
  ['the same person in another tenant', 'nurse', 'two'],
])('%s neither sees them nor leaves them in the tab', (_name, userId, tenant) => {
  reloaded().put('a', line('1', 'Private'));
  signIn(userId, tenant);
  expect(reloaded().of('a')).toEqual([]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Private');
});

test('a page that stays open shows nothing of the person before', () => {
  const drafts = reloaded();
  drafts.put('a', line('1', 'Private'));
  signIn('coach');
  expect(drafts.of('a')).toEqual([]);
});

test('they lie in the tab’s storage only, and nothing is written there after the sign-out', () => {
  const drafts = reloaded();
  drafts.put('a', line('1', 'Private'));
  expect(localStorage).toHaveLength(0);
  sessionStorage.clear();
  tokens.set(null);
  drafts.put('a', line('1', 'Private, and a key more'));
  expect(sessionStorage).toHaveLength(0);
});

test.each(['{', 'null', '{"owner":"one nurse","drafts":{"a":[{"id":"1"},{"id":"2","text":"Good"}],"b":7}}'])(
  'what cannot be read of %s is passed over',
  (kept) => {
    sessionStorage.setItem('vigil.drafts.lines', kept);
    const drafts = reloaded();
    expect(drafts.of('a').every(({ text }) => typeof text === 'string')).toBe(true);
    drafts.put('a', line('9', 'New'));
    expect(reloaded().of('a')).toContainEqual(line('9', 'New'));
  },
);

test('what was sent off outlives the tab, for the same person and tenant; another person’s is gone, another tenant’s is left', () => {
  const outbox = () => createOutbox<Line>('lines', read);
  outbox().put('a', line('1', 'Not arrived'));
  sessionStorage.clear();
  expect(outbox().of('a')).toEqual([line('1', 'Not arrived')]);
  signIn('nurse', 'two');
  expect(outbox().of('a')).toEqual([]);
  signIn('nurse');
  expect(outbox().of('a')).toEqual([line('1', 'Not arrived')]);
  signIn('coach');
  expect(JSON.stringify({ ...localStorage })).not.toContain('Not arrived');
});

test('what another tab has got rid of is gone here, and nothing stays where nothing waits', () => {
  const outbox = createOutbox<Line>('lines', read);
  const other = createOutbox<Line>('lines', read);
  outbox.put('a', line('1', 'Not arrived'));
  const [key = ''] = Object.keys(localStorage);
  const tell = () => dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
  tell();
  expect(other.of('a')).toEqual([line('1', 'Not arrived')]);
  other.remove('a', '1');
  tell();
  expect(outbox.of('a')).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
