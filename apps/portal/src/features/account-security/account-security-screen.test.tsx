import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { QuickUnlockState, SecondFactorState, SignInSession } from '@vigil/contract/login.contract';
import { SnackbarProvider } from 'notistack';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { extendSessionWith, session, tokens } from '#lib/session/session.ts';
import { AccountSecurityScreen } from './account-security-screen.tsx';
import { PinOffer } from './pin-offer.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

const at = '/login/api/v1';
const codes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'];
let state: SecondFactorState;
let sessions: SignInSession[];
let quickUnlock: QuickUnlockState;
let refusals: Record<string, Response>;
/** What is ended is answered once this is over. */
let ending: Promise<unknown>;
let sent: { call: string; body: unknown }[];

const sessionOf = (id: string, over: Partial<SignInSession> = {}): SignInSession => ({
  ...{ id, current: false, browser: 'Firefox', system: 'Linux', methods: ['pwd'] },
  signedInAt: Date.UTC(2026, 4, 1, 9),
  lastUsedAt: Date.now() - 60_000 * 5,
  ...over,
});
const refused = (status: number, code: string, more: object = {}, headers = {}) =>
  Response.json({ error: { code, message: 'No.', ...more } }, { status, headers });
const field = (name: string) => refused(400, 'invalid_input', { fields: [{ field: name, message: 'English of the server' }] });

function answer(call: string): Response {
  switch (call) {
    case `GET ${at}/second-factor`:
      return Response.json(state);
    case `GET ${at}/sessions`:
      return Response.json({ managedBy: null, sessions });
    case `GET ${at}/quick-unlock`:
      return Response.json(quickUnlock);
    case `PUT ${at}/quick-unlock`:
      quickUnlock = { ...quickUnlock, setAt: Date.UTC(2026, 4, 1) };
      return Response.json(quickUnlock);
    case `DELETE ${at}/quick-unlock`:
      quickUnlock = { ...quickUnlock, setAt: null };
      return Response.json(quickUnlock);
    case `POST ${at}/second-factor/setup`:
      return Response.json({ setup: 'sealed', key: 'ABCD EFGH', uri: 'otpauth://x', picture: { size: 3, path: 'M0 0h1v1h-1z' } });
    case `POST ${at}/second-factor`:
      state = { ...state, addedAt: Date.UTC(2026, 4, 1), recoveryCodesLeft: codes.length };
      return Response.json({ recoveryCodes: codes });
    case `POST ${at}/second-factor/removal`:
      state = { ...state, addedAt: null };
      return Response.json({ removed: true });
    case `POST ${at}/care/update-password`:
    case `POST ${at}/patient/update-password`:
      return Response.json({ updated: true });
    case `DELETE ${at}/sessions`:
      sessions = sessions.filter(({ current }) => current);
      return Response.json({ ended: 2 });
    case `DELETE ${at}/sessions/phone`:
    case `DELETE ${at}/sessions/old`:
      sessions = sessions.filter(({ id }) => !call.endsWith(`/${id}`));
      return Response.json({ ended: 1 });
  }
  throw new Error(`Nobody expected ${call}`);
}

beforeEach(() => {
  state = { managedBy: null, addedAt: null, recoveryCodesLeft: 0, required: false, hasPassword: true, email: 'nora@clinic.example' };
  quickUnlock = { isOffered: false, setAt: null, days: 0, asksPassword: true };
  sessions = [
    sessionOf('here', { current: true }),
    sessionOf('phone', { browser: 'Safari', system: 'iOS' }),
    sessionOf('old', { browser: null, system: null }),
  ];
  [refusals, sent, ending] = [{}, [], Promise.resolve()];
  queryClient.clear();
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({
    userId: 'a',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] },
    severalTenants: false,
  });
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const call = `${method} ${new URL(address, location.href).pathname}`;
    if (method !== 'GET') sent.push({ call, body: body ? JSON.parse(String(body)) : undefined });
    if (method === 'DELETE') await ending;
    const refusal = refusals[call];
    if (refusal) return refusal.clone();
    return answer(call);
  });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

async function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <AccountSecurityScreen />
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}
const section = async (name: string) => within(await screen.findByRole('region', { name }));

async function typePassword(user: ReturnType<typeof userEvent.setup>, given: { old: string; new: string }) {
  const part = await section('Password');
  await user.click(part.getByRole('button', { name: 'Change password' }));
  await user.type(part.getByLabelText('Current password'), given.old);
  await user.type(part.getByLabelText('New password'), given.new);
  await user.click(part.getByRole('button', { name: 'Change password' }));
  return part;
}

test('a password is changed by the own address, and the form says so and closes', async () => {
  const user = await open();
  await typePassword(user, { old: 'correct horse battery', new: 'another horse entirely' });
  expect(await screen.findByText(/Your password has been changed/)).toBeTruthy();
  expect(sent).toEqual([
    {
      call: `POST ${at}/care/update-password`,
      body: { username: 'nora@clinic.example', oldPassword: 'correct horse battery', newPassword: 'another horse entirely' },
    },
  ]);
  expect(screen.queryByLabelText('Current password')).toBeNull();
});

test('what is wrong is said beside its field before it is sent, and what was typed stays', async () => {
  const user = await open();
  const part = await typePassword(user, { old: 'x', new: 'short' });
  expect(part.getByText('Give 10 to 200 characters.')).toBeTruthy();
  expect(sent).toEqual([]);
  expect(part.getByLabelText<HTMLInputElement>('New password').value).toBe('short');
});

test.each([
  ['oldPassword', 'Current password', 'That’s not your password.'],
  ['newPassword', 'New password', /easy to guess/],
])('the server’s refusal of %s stands beside its field in our words', async (name, label, words) => {
  refusals[`POST ${at}/care/update-password`] = field(name);
  const user = await open();
  const part = await typePassword(user, { old: 'correct horse battery', new: 'another horse entirely' });
  expect(await part.findByText(words)).toBeTruthy();
  expect(part.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(part.getByLabelText<HTMLInputElement>('New password').value).toBe('another horse entirely');
});

test('too many wrong ones: it says when to try again', async () => {
  refusals[`POST ${at}/care/update-password`] = refused(429, 'too_many_requests', {}, { 'retry-after': '90' });
  const user = await open();
  const part = await typePassword(user, { old: 'correct horse battery', new: 'another horse entirely' });
  expect(await part.findByText('Too many attempts. Try again in 2 minutes.')).toBeTruthy();
});

test('a second step is set up: password, picture and key, first code, recovery codes that stay until they are kept', async () => {
  const user = await open();
  const part = await section('Second step');
  await user.click(part.getByRole('button', { name: 'Set up' }));
  await user.type(part.getByLabelText('Password'), 'correct horse battery');
  await user.click(part.getByRole('button', { name: 'Continue' }));
  expect(await part.findByRole('img', { name: 'Picture to be scanned by an authenticator app' })).toBeTruthy();
  expect(part.getByText('ABCD EFGH')).toBeTruthy();
  refusals[`POST ${at}/second-factor`] = field('code');
  await user.type(part.getByLabelText('Code'), '000000');
  await user.click(part.getByRole('button', { name: 'Switch on' }));
  expect(await part.findByText(/This code is wrong/)).toBeTruthy();
  refusals = {};
  await user.clear(part.getByLabelText('Code'));
  await user.type(part.getByLabelText('Code'), '123456');
  await user.click(part.getByRole('button', { name: 'Switch on' }));
  for (const code of codes) expect(await part.findByText(code)).toBeTruthy();
  expect(sent.at(-1)).toEqual({ call: `POST ${at}/second-factor`, body: { setup: 'sealed', code: '123456' } });
  await user.click(part.getByRole('button', { name: 'I have kept them' }));
  expect(await part.findByText('On since May 1, 2026')).toBeTruthy();
  expect(part.getByText(/2 recovery codes left/).textContent).toContain('Make new ones');
});

test('it is switched off with both factors; where the organisation requires it there is no such button', async () => {
  state = { ...state, addedAt: 1, recoveryCodesLeft: 8 };
  const user = await open();
  const part = await section('Second step');
  await user.click(part.getByRole('button', { name: 'Switch off' }));
  await user.type(part.getByLabelText('Password'), 'correct horse battery');
  await user.type(part.getByLabelText('Code from the app, or a recovery code'), '123456');
  await user.click(part.getByRole('button', { name: 'Switch the second step off' }));
  expect(await part.findByText('Off')).toBeTruthy();
  cleanup();
  queryClient.clear();
  state = { ...state, addedAt: 1, required: true };
  await open();
  const strict = await section('Second step');
  expect(strict.getByText(/Your organization requires it/)).toBeTruthy();
  expect(strict.queryByRole('button', { name: 'Switch off' })).toBeNull();
});

test('sessions are listed with this browser marked; one is ended, then all others', async () => {
  const user = await open();
  const part = await section('Where you are signed in');
  expect(await part.findByText('This browser')).toBeTruthy();
  expect(part.getByText('Unknown browser')).toBeTruthy();
  expect(part.getAllByText(/last used 5 min ago/)).toHaveLength(3);
  await user.click(part.getByRole('button', { name: /^End the session of Safari on iOS/ }));
  await waitFor(() => expect(part.queryByText('Safari on iOS')).toBeNull());
  await user.click(part.getByRole('button', { name: 'End all others' }));
  expect(await part.findByText('You’re not signed in anywhere else.')).toBeTruthy();
  expect(sent.map(({ call }) => call)).toEqual([`DELETE ${at}/sessions/phone`, `DELETE ${at}/sessions`]);
});

test('of two sessions that are ended at once each is told, and a failure stands beside its own', async () => {
  const gate = Promise.withResolvers<void>();
  ending = gate.promise;
  const user = await open();
  const part = await section('Where you are signed in');
  await user.click(await part.findByRole('button', { name: /^End the session of Safari on iOS/ }));
  await user.click(part.getByRole('button', { name: /^End the session of Unknown browser/ }));
  gate.resolve();
  await waitFor(() => expect(screen.getAllByText('The session has ended.')).toHaveLength(2));
  sessions.push(sessionOf('phone', { browser: 'Safari', system: 'iOS' }), sessionOf('old', { browser: null, system: null }));
  refusals[`DELETE ${at}/sessions/phone`] = refused(503, 'unavailable');
  await queryClient.invalidateQueries();
  const row = async (name: string) => within((await part.findByText(name)).closest('li') as HTMLElement);
  const [safari, unknown] = [await row('Safari on iOS'), await row('Unknown browser')];
  await user.click(safari.getByRole('button'));
  await user.click(unknown.getByRole('button'));
  await waitFor(() => expect(safari.getByRole('alert').textContent).not.toBe(''));
  await waitFor(() => expect(part.queryByText('Unknown browser')).toBeNull());
});

test('a failure says so in its place, and can be tried again', async () => {
  refusals[`GET ${at}/second-factor`] = refused(404, 'not_found');
  const user = await open();
  expect(await screen.findByText('Your sign-in could not be loaded')).toBeTruthy();
  refusals = {};
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await section('Second step')).toBeTruthy();
});

test('where another provider keeps the sign-in, the screen names it and asks for nothing', async () => {
  state = { ...state, managedBy: 'id.clinic.example' };
  await open();
  expect(await screen.findByText(/You sign in with id\.clinic\.example/)).toBeTruthy();
  expect(screen.queryByRole('region')).toBeNull();
});

test('a member reads it in Spanish, and changes the password in the members’ realm', async () => {
  await i18next.changeLanguage('es');
  session.set({
    userId: 'a',
    tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'patient', roles: ['patient'] },
    severalTenants: false,
  });
  const user = await open();
  const part = await section('Contraseña');
  await user.click(part.getByRole('button', { name: 'Cambiar la contraseña' }));
  await user.type(part.getByLabelText('Contraseña actual'), 'correct horse battery');
  await user.type(part.getByLabelText('Contraseña nueva'), 'another horse entirely');
  await user.click(part.getByRole('button', { name: 'Cambiar la contraseña' }));
  await waitFor(() => expect(sent.at(-1)?.call).toBe(`POST ${at}/patient/update-password`));
});

test('a member sets a PIN with the password, is told what it means, and takes it away again', async () => {
  const extend = vi.fn(async () => {});
  extendSessionWith(extend);
  quickUnlock = { isOffered: true, setAt: null, days: 30, asksPassword: true };
  const user = await open();
  const part = within(await screen.findByRole('region', { name: 'Stay signed in with a PIN' }));
  expect(part.getByText(/you stay signed in for 30 days/)).toBeTruthy();
  expect(screen.getByText(/^Without a PIN, sessions end 12 hours after you sign in/)).toBeTruthy();
  await user.click(part.getByRole('button', { name: 'Set a PIN' }));
  await user.type(part.getByLabelText('New PIN, 6 digits'), '12ab');
  await user.click(part.getByRole('button', { name: 'Save PIN' }));
  expect(part.getByText(/^Enter 6 digits/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(part.getByLabelText('New PIN, 6 digits'));
  await user.type(part.getByLabelText('New PIN, 6 digits'), '284917');
  await user.type(part.getByLabelText('Your password'), 'correct horse battery');
  await user.click(part.getByRole('button', { name: 'Save PIN' }));
  await part.findByText(/^Your PIN is set\. You stay/);
  expect(extend).toHaveBeenCalledOnce();
  expect(await screen.findByText(/^With your PIN, sessions end 30 days after you sign in/)).toBeTruthy();
  expect(sent).toEqual([{ call: `PUT ${at}/quick-unlock`, body: { pin: '284917', password: 'correct horse battery' } }]);
  await user.click(part.getByRole('button', { name: 'Remove PIN' }));
  expect(await part.findByRole('button', { name: 'Set a PIN' })).toBeTruthy();
});

test('nobody is offered a PIN who can have none', async () => {
  await open();
  expect(screen.queryByRole('region', { name: 'Stay signed in with a PIN' })).toBeNull();
  expect(await screen.findByText(/^Sessions end 12 hours after you sign in/)).toBeTruthy();
});

async function openOffer(asksPassword: boolean) {
  quickUnlock = { isOffered: true, setAt: null, days: 30, asksPassword };
  render(
    <QueryClientProvider client={queryClient}>
      <SnackbarProvider>
        <ul aria-label="At a glance">
          <PinOffer />
        </ul>
      </SnackbarProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('whoever has just chosen a password is offered a PIN, and is not asked for the password', async () => {
  const user = await openOffer(false);
  await user.click(await screen.findByRole('button', { name: 'Set a PIN' }));
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await user.type(screen.getByLabelText('New PIN, 6 digits'), '284917');
  await user.click(screen.getByRole('button', { name: 'Save PIN' }));
  await waitFor(() => expect(sent).toEqual([{ call: `PUT ${at}/quick-unlock`, body: { pin: '284917' } }]));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});

test('where too much time has passed meanwhile, the password is asked for and the PIN stays typed', async () => {
  const user = await openOffer(false);
  await user.click(await screen.findByRole('button', { name: 'Set a PIN' }));
  await user.type(screen.getByLabelText('New PIN, 6 digits'), '284917');
  refusals[`PUT ${at}/quick-unlock`] = field('password');
  await user.click(screen.getByRole('button', { name: 'Save PIN' }));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse battery');
  refusals = {};
  await user.click(screen.getByRole('button', { name: 'Save PIN' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ pin: '284917', password: 'correct horse battery' }));
});

test('the offer can be declined, and is not made long after the password was chosen', async () => {
  const user = await openOffer(false);
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('listitem')).toBeNull();
  cleanup();
  queryClient.clear();
  await openOffer(true);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('listitem')).toBeNull();
});
