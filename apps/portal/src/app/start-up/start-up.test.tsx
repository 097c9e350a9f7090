import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import type { Identity } from '#lib/session/identity.ts';
import { session, tokens } from '#lib/session/session.ts';
import { signedInHint } from '#lib/session/sign-out.ts';
import { StartUp } from './start-up.tsx';
import { startUp } from './start-up-flow.ts';
import { chosenTenant } from './tenant-choice.ts';

// The first screen of a run is compiled on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
// A retry waits 1 or 2 s in real time, and the machine may be busy besides.
vi.setConfig({ testTimeout: 40_000 });

const userId = '11111111-1111-4111-8111-111111111111';
const later = () => Math.floor(Date.now() / 1000) + 900;
const held = { accessToken: 'access', idToken: 'id-token', expiresAt: later() };

/** A provider that still knows the person, unless a test says otherwise. */
const provider: { [K in keyof Identity]: ReturnType<typeof vi.fn<Identity[K]>> } = {
  signIn: vi.fn(),
  completeSignIn: vi.fn(),
  held: vi.fn(),
  renewSilently: vi.fn(),
  renewSession: vi.fn(),
  forget: vi.fn(),
  endSession: vi.fn(),
  leaveLocked: vi.fn(),
};
vi.mock('#lib/session/identity.ts', async (original) => ({
  ...(await original<typeof import('#lib/session/identity.ts')>()),
  createIdentity: () => provider,
}));
let broken = false;
vi.mock('../main-app.tsx', () => ({
  MainApp() {
    if (broken) throw new Error('The chunk is gone');
    return <p>The main app</p>;
  },
}));

type Answer = unknown | Response;
let answers: Record<string, Answer>;
let asked: { address: string; authorization: string | undefined }[];
const tenant = (name: string, displayName: string | null = null) => ({
  tenantName: name,
  tenantDisplayName: displayName,
  tenantUuid: `id-${name}`,
  role: ['nurse'],
});
const config = (over: object = {}) => ({
  featureFlags: {},
  app: { alert_banner_message: '', idleTimerTimeout: 900_000, tenant: null },
  identity: { authority: 'https://id.example/idp', clientId: 'p', scope: 's', resource: 'r' },
  tenant: { id: null, name: null, displayName: null, chat: 'ON', hosts: [] },
  ...over,
});

beforeEach(() => {
  broken = false;
  chosenTenant.set(null);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  configuration.set(null);
  session.set(null);
  tokens.set(null);
  for (const part of Object.values(provider)) part.mockReset().mockResolvedValue(undefined as never);
  provider.completeSignIn.mockResolvedValue(null);
  provider.held.mockResolvedValue(held);
  provider.renewSilently.mockImplementation(async () => ({ ...held, expiresAt: later() + 5 }));
  asked = [];
  answers = {
    '/configurator/api/v1/config?global=true': ['global.json'],
    '/configurator/api/v1/config/get?file_name=global.json': config(),
    '/configurator/api/v1/config?tenant_id=id-demo': ['tenant-demo.json'],
    '/configurator/api/v1/config/get?file_name=tenant-demo.json': config({
      tenant: { id: 'id-demo', name: 'demo', displayName: 'Demo Health', chat: 'ON', hosts: [] },
    }),
    '/user/api/v3/roles': { userId, roles: ['nurse'] },
    [`/user/api/v3/users/clinicians/${userId}/tenants`]: [tenant('demo', 'Demo Health')],
  };
  vi.stubGlobal('fetch', async (address: string, init: { headers: Record<string, string> }) => {
    asked.push({ address, authorization: init.headers.authorization });
    const given = answers[address];
    if (given === undefined) throw new Error(`Nobody expected ${address}`);
    const answer = typeof given === 'function' ? given() : given;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  tokens.set(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(address = '/') {
  history.replaceState(null, '', address);
  const begun = startUp();
  const begin = () => begun;
  return render(<StartUp begin={begin} />);
}

test('a session that still stands is renewed, its only tenant chosen, and the main app opened', async () => {
  open();
  await screen.findByText('The main app');
  expect(provider.renewSilently).toHaveBeenCalledOnce();
  expect(session.get()).toMatchObject({ userId, tenant: { tenant: 'demo', tenant_ID: 'id-demo', role_ID: 'nurse', roles: ['nurse'] } });
  expect(JSON.parse(localStorage.getItem('vigil.tenant') ?? '')).toMatchObject({ tenant: 'demo', tenant_ID: 'id-demo' });
  expect(configuration.get()?.tenant.displayName).toBe('Demo Health');
});

test('the roles are asked for with the ID token', async () => {
  open();
  await screen.findByText('The main app');
  expect(asked.find(({ address }) => address === '/user/api/v3/roles')?.authorization).toBe('Bearer id-token');
  expect(asked.find(({ address }) => address.endsWith('/tenants'))?.authorization).toBe('Bearer access');
});

test('somebody new sees the sign-in screen at once, without the provider being asked', async () => {
  provider.held.mockResolvedValue(null);
  open('/dashboard/panel?q=ash');
  expect(await screen.findByText('sign in to your account')).toBeTruthy();
  expect(screen.getByText('Secured by the identity provider at id.example')).toBeTruthy();
  expect(provider.renewSilently).not.toHaveBeenCalled();
});

const providerHere = () => {
  const identity = { ...config().identity, authority: `${location.origin}/idp` };
  answers['/configurator/api/v1/config/get?file_name=global.json'] = config({ identity });
};

test('a session that a mailed link began at the own provider is found without a press of the button', async () => {
  providerHere();
  provider.held.mockResolvedValue(null);
  open();
  await screen.findByText('The main app');
  expect(provider.renewSilently).toHaveBeenCalledOnce();
  expect(provider.signIn).not.toHaveBeenCalled();
});

test('a visitor whom the own provider does not know gets the sign-in screen and is not sent anywhere', async () => {
  providerHere();
  provider.held.mockResolvedValue(null);
  provider.renewSilently.mockRejectedValue({ error: 'login_required' });
  open();
  expect(await screen.findByText('sign in to your account')).toBeTruthy();
  expect(provider.signIn).not.toHaveBeenCalled();
});

test('the sign-in button says that it is connecting, and keeps where the person wanted to go', async () => {
  provider.held.mockResolvedValue(null);
  provider.signIn.mockReturnValue(new Promise(() => undefined));
  open('/dashboard/panel?q=ash');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connecting..' }).disabled).toBe(true);
  expect(provider.signIn).toHaveBeenCalledWith('/dashboard/panel?q=ash', expect.anything());
});

test('a provider that cannot be reached is said so, and the button works again', async () => {
  provider.held.mockResolvedValue(null);
  provider.signIn.mockRejectedValue(new Error('no network'));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false);
});

test('the provider’s answer signs in and leads to where the person wanted to go', async () => {
  provider.completeSignIn.mockResolvedValue({ tokens: held, returnTo: '/dashboard/panel?q=ash' });
  open('/auth/callback?code=x&state=y');
  await screen.findByText('The main app');
  expect(location.pathname + location.search).toBe('/dashboard/panel?q=ash');
  expect(localStorage.getItem(signedInHint)).toBe('yes');
});

test('a provider that needs the person is redirected to', async () => {
  provider.renewSilently.mockRejectedValue({ error: 'interaction_required' });
  open('/dashboard/panel');
  await waitFor(() => expect(provider.signIn).toHaveBeenCalledWith('/dashboard/panel'));
});

test('a silent refresh that fails otherwise is only logged while the token is still good', async () => {
  provider.renewSilently.mockRejectedValue(new Error('offline'));
  open();
  await screen.findByText('The main app');
  expect(console.error).toHaveBeenCalledWith('Silent token refresh failed', expect.any(Error));
});

test('a session whose renewal got lost on the way, as on a page reloaded twice, is taken up at the provider and leads back to the page', async () => {
  localStorage.setItem(signedInHint, 'yes');
  provider.renewSilently.mockRejectedValue({ error: 'invalid_grant' });
  answers['/user/api/v3/roles'] = () => Response.json({}, { status: 401 });
  open('/patient/x/data?range=7');
  await waitFor(() => expect(provider.signIn).toHaveBeenCalledWith('/patient/x/data?range=7'));
  expect(screen.queryByText(/don't have permissions/)).toBeNull();
});

test.each([
  ['taken back', [{ error: 'invalid_grant' }, { error: 'login_required' }]],
  ['ended at the provider', [{ error: 'login_required' }]],
])('a page that is loaded into a session that was %s meanwhile says so, and signing in leads back to it', async (_how, reasons) => {
  providerHere();
  localStorage.setItem(signedInHint, 'yes');
  localStorage.setItem('vigil.patientTabs', '"a name"');
  sessionStorage.setItem('vigil.drafts.notes', 'half a sentence');
  for (const reason of reasons) provider.renewSilently.mockRejectedValueOnce(reason);
  open('/patient/x/data?range=7');
  await screen.findByText(/^Your session has ended/);
  expect(provider.signIn).not.toHaveBeenCalled();
  expect(localStorage.getItem('vigil.patientTabs')).toBeNull();
  expect(sessionStorage.getItem('vigil.drafts.notes')).toBe('half a sentence');
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(provider.signIn).toHaveBeenCalledWith('/patient/x/data?range=7', expect.anything());
});

test('at the own provider a renewal that got lost on the way is taken up without leaving the page', async () => {
  providerHere();
  provider.renewSilently.mockRejectedValueOnce({ error: 'invalid_grant' });
  open('/dashboard/panel');
  await screen.findByText('The main app');
  expect(provider.forget).toHaveBeenCalledOnce();
  expect(provider.signIn).not.toHaveBeenCalled();
});

test('a page that was locked says so, and unlocking leads back to it', async () => {
  provider.held.mockResolvedValue(null);
  sessionStorage.setItem('vigil.endedAt', '/patient/x/data?range=7');
  sessionStorage.setItem('vigil.locked', 'yes');
  open();
  await screen.findByText(/^Locked after a while without activity/);
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(provider.signIn).toHaveBeenCalledWith('/patient/x/data?range=7', { loginHint: undefined, askAgain: false });
});

test('a session that nobody used for the idle time is not taken up again; the password is asked for', async () => {
  localStorage.setItem('vigil.lastActivity', String(Date.now() - 900_001));
  open();
  await screen.findByText(/after a while without activity/);
  expect(provider.forget).toHaveBeenCalledOnce();
  expect(provider.renewSilently).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(provider.signIn).toHaveBeenCalledWith('/', { loginHint: undefined, askAgain: true });
});

test.each([
  ['system_admin', ['system_admin']],
  ['aristotle beside another role', ['nurse', 'aristotle']],
])('%s is denied', async (_name, roles) => {
  answers['/user/api/v3/roles'] = { userId, roles };
  open();
  expect(await screen.findByText("We're sorry, but you don't have permissions to access this platform.")).toBeTruthy();
  expect(screen.getByText('Please contact your system administrator to resolve this issue or try sign in again.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(provider.endSession).toHaveBeenCalledOnce();
});

test('no roles: the account is created and the person asked to sign in', async () => {
  answers['/user/api/v3/roles'] = { userId: null, roles: [] };
  answers['/user/api/v3/accounts'] = { userId, roles: ['nurse'] };
  open();
  expect(await screen.findByText("You're account has been created")).toBeTruthy();
  expect(screen.getByText('Please click on sign in.')).toBeTruthy();
});

test.each<[string, Record<string, Answer>]>([
  [
    'the account cannot be created',
    { '/user/api/v3/roles': { userId: null, roles: [] }, '/user/api/v3/accounts': Response.json({}, { status: 403 }) },
  ],
  ['the roles are refused', { '/user/api/v3/roles': () => Response.json({}, { status: 403 }) }],
  ['the token is refused', { '/user/api/v3/roles': () => Response.json({}, { status: 401 }) }],
  ['the tenants are refused', { [`/user/api/v3/users/clinicians/${userId}/tenants`]: () => Response.json({}, { status: 403 }) }],
  ['there is no tenant', { [`/user/api/v3/users/clinicians/${userId}/tenants`]: [] }],
])('when %s, there is no permission', async (_name, over) => {
  Object.assign(answers, over);
  open();
  expect(await screen.findByText(/don't have permissions/)).toBeTruthy();
});

const away = () =>
  Response.json(
    { error: { code: 'database_unavailable', message: 'The database cannot be reached.' } },
    { status: 503, headers: { 'retry-after': '1' } },
  );
const noAnswer = () => {
  throw new TypeError('Failed to fetch');
};
const unavailable = 'Vigil is not available at the moment.';

/** Answers an address with a failure until the function that is returned is called; then as before. */
function fails(address: string, failure: () => unknown): () => void {
  const before = answers[address];
  answers[address] = failure;
  return () => {
    answers[address] = before;
  };
}

const tenantsAddress = `/user/api/v3/users/clinicians/${userId}/tenants`;
test.each<[string, string, () => unknown]>([
  ['the roles answer 503', '/user/api/v3/roles', away],
  ['the roles answer 500', '/user/api/v3/roles', () => Response.json({}, { status: 500 })],
  ['the roles answer 429', '/user/api/v3/roles', () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } })],
  ['the roles get no answer', '/user/api/v3/roles', noAnswer],
  ['the tenants answer 503', tenantsAddress, away],
  ['the configuration gets no answer', '/configurator/api/v1/config?global=true', noAnswer],
])('when %s for a moment, the page says so, keeps the session and opens by itself', async (_name, address, failure) => {
  localStorage.setItem(signedInHint, 'yes');
  const recover = fails(address, failure);
  open('/dashboard/panel');
  expect(await screen.findByRole('heading', { name: unavailable })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/Your session is kept/);
  recover();
  await screen.findByText('The main app');
  expect(location.pathname).toBe('/dashboard/panel');
  expect(provider.forget).not.toHaveBeenCalled();
  expect(provider.signIn).not.toHaveBeenCalled();
});

test('an account that no longer exists is said so, and its sign-in is forgotten', async () => {
  answers['/user/api/v3/roles'] = () => Response.json({ error: { code: 'account_gone', message: 'Gone.' } }, { status: 401 });
  open('/patient/x/data');
  expect(await screen.findByText(/^This account no longer exists/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
  expect(provider.forget).toHaveBeenCalledOnce();
  expect([tokens.get(), localStorage.getItem(signedInHint), location.pathname]).toEqual([null, null, '/']);
});

test('an account whose creation failed for a moment is created by the next try', async () => {
  answers['/user/api/v3/roles'] = { userId: null, roles: [] };
  answers['/user/api/v3/accounts'] = { userId, roles: ['nurse'] };
  const recover = fails('/user/api/v3/accounts', away);
  open();
  await screen.findByRole('heading', { name: unavailable });
  recover();
  expect(await screen.findByText("You're account has been created")).toBeTruthy();
});

test('somebody who does not want to wait tries again at once', async () => {
  const recover = fails('/user/api/v3/roles', () => Response.json({}, { status: 503, headers: { 'retry-after': '3600' } }));
  open();
  const button = await screen.findByRole('button', { name: 'Try again' });
  recover();
  await userEvent.click(button);
  await screen.findByText('The main app');
});

test.each<[string, unknown]>([
  ['answers 503', new Error('Service Unavailable (503): {}')],
  ['answers 503 in the words of the API', { error: { code: 'database_unavailable' } }],
  ['says that it failed', { error: 'server_error' }],
  ['cannot be reached', new TypeError('Failed to fetch')],
])('a provider that %s while the held token ran out keeps the session, and the app opens by itself', async (_name, reason) => {
  provider.held.mockResolvedValue({ ...held, expiresAt: 1 });
  provider.renewSilently.mockRejectedValueOnce(reason);
  open();
  expect(await screen.findByRole('heading', { name: unavailable })).toBeTruthy();
  await screen.findByText('The main app');
  expect(provider.forget).not.toHaveBeenCalled();
});

test('a provider that refuses the renewal of a token that ran out leads to the sign-in', async () => {
  provider.held.mockResolvedValue({ ...held, expiresAt: 1 });
  provider.renewSilently.mockRejectedValue({ error: 'invalid_grant' });
  open();
  expect(await screen.findByText('sign in to your account')).toBeTruthy();
});

test('a session that ran idle while the server was away is not opened by a retry', async () => {
  const recover = fails('/user/api/v3/roles', away);
  open();
  await screen.findByRole('heading', { name: unavailable });
  localStorage.setItem('vigil.lastActivity', String(Date.now() - 900_001));
  recover();
  await screen.findByText(/after a while without activity/);
});

test('a configuration that the server could not give for a moment is asked for again', async () => {
  const recover = fails('/configurator/api/v1/config?global=true', () => new Response('', { status: 503 }));
  open();
  await screen.findByText('Failed to fetch configs: 503');
  recover();
  await screen.findByText('The main app');
});

test('several tenants: the button stays disabled until one is chosen, and options have display names or capitals', async () => {
  answers[`/user/api/v3/users/clinicians/${userId}/tenants`] = [tenant('demo', 'Demo Health'), tenant('lakeside')];
  open();
  expect(await screen.findByRole('heading', { name: 'Select Tenant' })).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Select Tenant' });
  expect(button.disabled).toBe(true);
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Demo Health', 'LAKESIDE']);
  await userEvent.selectOptions(screen.getByLabelText('Select tenant'), 'Demo Health');
  expect(button.disabled).toBe(false);
  await userEvent.click(button);
  await screen.findByText('The main app');
  expect(session.get()).toMatchObject({ tenant: { tenant_ID: 'id-demo' }, severalTenants: true });
});

test('a tenant_id in the link selects its tenant', async () => {
  answers[`/user/api/v3/users/clinicians/${userId}/tenants`] = [tenant('demo', 'Demo Health'), tenant('lakeside')];
  open('/?tenant_id=id-demo');
  await screen.findByText('The main app');
  expect(session.get()?.tenant.tenant_ID).toBe('id-demo');
});

test('a browser tab stays in its tenant through a reload, also when another one has changed to another', async () => {
  answers[`/user/api/v3/users/clinicians/${userId}/tenants`] = [tenant('demo', 'Demo Health'), tenant('lakeside')];
  open('/?tenant_id=id-demo');
  await screen.findByText('The main app');
  cleanup();
  chosenTenant.set({ tenant: 'lakeside', tenant_ID: 'id-lakeside', role_ID: 'nurse', roles: ['nurse'] });
  open('/');
  await screen.findByText('The main app');
  expect(session.get()?.tenant.tenant_ID).toBe('id-demo');
});

test('the host’s tenant is the only one that counts', async () => {
  answers['/configurator/api/v1/config/get?file_name=global.json'] = config({ app: { ...config().app, tenant: 'tenant-demo.json' } });
  answers[`/user/api/v3/users/clinicians/${userId}/tenants`] = [tenant('lakeside')];
  open();
  expect(await screen.findByText(/don't have permissions/)).toBeTruthy();
});

test('a patient looks among patients’ tenants, and who is both is offered both', async () => {
  answers['/user/api/v3/roles'] = { userId, roles: ['patient', 'nurse'] };
  answers[`/user/api/v3/users/patients/${userId}/tenants`] = [{ ...tenant('demo', 'Demo Health'), role: ['patient'] }];
  open();
  await screen.findByText('The main app');
  expect(session.get()?.tenant.roles).toEqual(['patient', 'nurse']);
});

test('a configuration that fails to load is said in full, and nothing else is tried', async () => {
  answers['/configurator/api/v1/config?global=true'] = new Response('', { status: 503, statusText: 'Service Unavailable' });
  open();
  expect(await screen.findByText("We're sorry, but the application failed to start due to a configuration error")).toBeTruthy();
  expect(screen.getByText('Please contact your system administrator to resolve this issue')).toBeTruthy();
  expect(screen.getByText('Failed to fetch configs: 503 Service Unavailable')).toBeTruthy();
  expect(provider.held).not.toHaveBeenCalled();
});

test('the alert banner of the configuration stands above the sign-in', async () => {
  provider.held.mockResolvedValue(null);
  answers['/configurator/api/v1/config/get?file_name=global.json'] = config({
    app: { ...config().app, alert_banner_message: 'Maintenance tonight' },
  });
  open();
  expect((await screen.findByRole('complementary')).textContent).toBe('Maintenance tonight');
});

test('a main app that cannot be loaded is said so, with a way to try again', async () => {
  broken = true;
  open();
  expect(await screen.findByText('This page could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test.each(['/welcome', '/welcome/'])(
  '%s shows what its tenant has written there, to anybody, and nothing of the portal',
  async (address) => {
    answers['/configurator/api/v1/config/get?file_name=global.json'] = config({
      app: { alert_banner_message: 'Maintenance on Sunday', idleTimerTimeout: 900_000, tenant: null },
      welcome: { title: 'Health at home', text: 'One line.\nAnother.', picture: 'data:image/png;base64,AA==', colors: null },
    });
    provider.held.mockResolvedValue(null);
    const { container } = open(address);
    await screen.findByRole('heading', { name: 'Health at home' });
    expect(container.textContent).not.toContain('Maintenance');
    expect(container.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AA==');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    // Nobody was asked who is there, and nothing was reported.
    expect(provider.renewSilently).not.toHaveBeenCalled();
    expect(asked.map((one) => one.address)).toEqual([
      '/configurator/api/v1/config?global=true',
      '/configurator/api/v1/config/get?file_name=global.json',
    ]);
  },
);
