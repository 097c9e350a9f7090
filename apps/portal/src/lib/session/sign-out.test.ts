import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { unitSystem } from '../units.ts';
import { takeEnded, takeGone } from './ended.ts';
import type { Identity } from './identity.ts';
import { session, tokens } from './session.ts';
import { noteSignedIn, onSignOutElsewhere, signedInHint, signOut } from './sign-out.ts';

const userId = '11111111-1111-4111-8111-111111111111';
let requests: string[] = [];
const signIn = (id: string, current: boolean) => ({
  ...{ id, current, browser: 'Firefox', system: 'Linux', signedInAt: 1, lastUsedAt: 1, methods: ['pwd'] },
});
let signedInAt: ReturnType<typeof signIn>[] = [];
let serverAnswer: () => Response = () => Response.json({ invalidated: true });

function identity(): Identity & { readonly endSession: ReturnType<typeof vi.fn>; readonly leaveLocked: Mock<() => void> } {
  const nothing = async () => undefined;
  return {
    signIn: nothing,
    completeSignIn: async () => null,
    held: async () => null,
    renewSilently: async () => Promise.reject(new Error('not asked here')),
    renewSession: async () => Promise.reject(new Error('not asked here')),
    forget: vi.fn(nothing),
    endSession: vi.fn(nothing),
    leaveLocked: vi.fn(),
  };
}

beforeEach(() => {
  requests = [];
  signedInAt = [signIn('elsewhere', false), signIn('here', true)];
  serverAnswer = () => Response.json({ invalidated: true });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url}`);
    return url === '/login/api/v1/sessions' ? Response.json({ managedBy: null, sessions: signedInAt }) : serverAnswer();
  });
  localStorage.clear();
  tokens.set({ accessToken: 'access', idToken: 'the-id-token', expiresAt: Date.now() / 1000 + 600 });
  session.set({ userId, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('ends the sessions on the server, then the provider’s with the ID token', async () => {
  const provider = identity();
  await signOut(provider);
  expect(requests).toEqual([`POST /registry/api/v1/users/${userId}/invalidate-all-refresh-tokens`]);
  expect(provider.forget).toHaveBeenCalledOnce();
  expect(provider.endSession).toHaveBeenCalledExactlyOnceWith('the-id-token');
  expect(tokens.get()).toBeNull();
});

test('a session that ends by itself, as when nobody does anything, ends the one of this browser and no other', async () => {
  serverAnswer = () => Response.json({ ended: 1 });
  const provider = identity();
  await signOut(provider, { ended: true });
  expect(requests).toEqual(['GET /login/api/v1/sessions', 'DELETE /login/api/v1/sessions/here']);
  expect(provider.endSession).toHaveBeenCalledExactlyOnceWith('the-id-token');
  expect(tokens.get()).toBeNull();
});

test('where another provider keeps the sessions, its own sign-out ends this browser’s', async () => {
  signedInAt = [];
  const provider = identity();
  await signOut(provider, { ended: true });
  expect(requests).toEqual(['GET /login/api/v1/sessions']);
  expect(provider.endSession).toHaveBeenCalledOnce();
});

describe('a member who did nothing for a while', () => {
  beforeEach(() => {
    session.set({ userId, tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] }, severalTenants: false });
    history.replaceState(null, '', '/patient/x/data');
    sessionStorage.setItem('vigil.drafts.chat', 'half a sentence');
    sessionStorage.setItem('vigil.other', 'x');
  });

  test('and has a PIN is locked: nothing but what was being written stays, the provider’s session stands, and the page says so', async () => {
    serverAnswer = () => Response.json({ locked: true });
    const provider = identity();
    await signOut(provider, { ended: true, idle: true });
    expect(requests).toEqual(['POST /login/api/v1/sessions/lock']);
    expect([tokens.get(), sessionStorage.getItem('vigil.other')]).toEqual([null, null]);
    expect(sessionStorage.getItem('vigil.drafts.chat')).toBe('half a sentence');
    expect(provider.forget).toHaveBeenCalledOnce();
    expect(provider.endSession).not.toHaveBeenCalled();
    expect(provider.leaveLocked).toHaveBeenCalledOnce();
    expect(takeEnded()).toEqual({ address: '/patient/x/data', isLocked: true });
  });

  test.each([
    ['has no PIN', () => Response.json({ error: { code: 'conflict', message: 'There is no PIN.' } }, { status: 409 })],
    ['cannot be locked, because the server does not answer', () => Response.error()],
  ])('and %s is signed out', async (_name, answer) => {
    serverAnswer = answer;
    const provider = identity();
    await signOut(provider, { ended: true, idle: true });
    expect(requests).toContain('DELETE /login/api/v1/sessions/here');
    expect(provider.endSession).toHaveBeenCalledOnce();
    expect(takeEnded()).toEqual({ address: '/patient/x/data', isLocked: false });
  });
});

test('local storage keeps only the unit system and the notifications', async () => {
  for (const name of ['unitSystem', 'notifications', 'colorMode', 'patientTabs', 'tenant', 'signedIn'])
    localStorage.setItem(`vigil.${name}`, '"x"');
  localStorage.setItem('something.else', '1');
  sessionStorage.setItem('oidc.user', 'secret');
  await signOut(identity());
  expect(Object.keys({ ...localStorage }).sort()).toEqual(['vigil.notifications', 'vigil.unitSystem']);
  expect(sessionStorage.length).toBe(0);
});

test('what was being written outlives a session that ended by itself, and nothing else does', async () => {
  const kept = async (ended: boolean) => {
    sessionStorage.setItem('vigil.drafts.notes', 'half a sentence');
    sessionStorage.setItem('vigil.other', 'x');
    await signOut(identity(), { ended });
    return [sessionStorage.getItem('vigil.drafts.notes'), sessionStorage.getItem('vigil.other')];
  };
  expect(await kept(true)).toEqual(['half a sentence', null]);
  expect(await kept(false)).toEqual([null, null]);
});

test('a session that ended by itself is told once, with where it was', async () => {
  history.replaceState(null, '', '/patient/x/data?range=7');
  await signOut(identity(), { ended: true });
  expect(takeEnded()).toEqual({ address: '/patient/x/data?range=7', isLocked: false });
  expect(takeEnded()).toBeNull();
  await signOut(identity());
  expect(takeEnded()).toBeNull();
});

test('of an account that no longer exists that is told, once, and nothing leads back', async () => {
  await signOut(identity(), { ended: true, gone: true });
  expect([takeEnded(), takeGone(), takeGone()]).toEqual([null, true, false]);
});

describe('when another tab has signed out', () => {
  /** What stands in this tab afterwards: what was being written, and anything else of the person's. */
  async function leftHere(how: { ended?: boolean; gone?: boolean }) {
    noteSignedIn();
    const left = vi.fn();
    const stop = onSignOutElsewhere(left);
    await signOut(identity(), how);
    // What that tab has done here is undone, as session storage is of each tab: what is left is what the browser tells.
    sessionStorage.clear();
    sessionStorage.setItem('vigil.drafts.rules', 'half a rule');
    sessionStorage.setItem('oidc.user', 'secret');
    history.replaceState(null, '', '/dashboard/rules/new');
    dispatchEvent(new StorageEvent('storage', { key: signedInHint, oldValue: 'yes', newValue: null }));
    stop();
    expect(left).toHaveBeenCalledOnce();
    expect(sessionStorage.getItem('oidc.user')).toBeNull();
    return { draft: sessionStorage.getItem('vigil.drafts.rules'), endedAt: takeEnded(), gone: takeGone() };
  }

  test('because the session ended by itself, what is being written here stays, and the next sign-in says so and leads back', async () => {
    const at = { address: '/dashboard/rules/new', isLocked: false };
    expect(await leftHere({ ended: true })).toEqual({ draft: 'half a rule', endedAt: at, gone: false });
  });

  test('because the account no longer exists, that is told and nothing stays', async () => {
    expect(await leftHere({ ended: true, gone: true })).toEqual({ draft: null, endedAt: null, gone: true });
  });

  test('by choice, nothing stays and nothing is told, also after a session that had ended by itself', async () => {
    await leftHere({ ended: true });
    expect(await leftHere({})).toEqual({ draft: null, endedAt: null, gone: false });
  });

  test('is told apart from a sign-in and from other things that are stored', () => {
    const left = vi.fn();
    const stop = onSignOutElsewhere(left);
    dispatchEvent(new StorageEvent('storage', { key: signedInHint, oldValue: null, newValue: 'yes' }));
    dispatchEvent(new StorageEvent('storage', { key: 'vigil.language', oldValue: 'x', newValue: null }));
    stop();
    expect(left).not.toHaveBeenCalled();
  });
});

test('a unit system that was chosen is there at the next sign-in', async () => {
  unitSystem.set('imperial');
  await signOut(identity());
  expect(localStorage.getItem(unitSystem.key)).toBe('"imperial"');
});

test('a server that fails to invalidate is logged and does not keep anybody signed in', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serverAnswer = () => Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 });
  const provider = identity();
  await signOut(provider);
  expect(logged).toHaveBeenCalledWith('Failed to invalidate token', expect.anything());
  expect(provider.endSession).toHaveBeenCalledOnce();
});

test('a second sign-out while the first is under way joins it, as when the first call answers 401', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const provider = identity();
  await Promise.all([signOut(provider), signOut(provider)]);
  expect(requests).toHaveLength(1);
  expect(provider.endSession).toHaveBeenCalledOnce();
});
