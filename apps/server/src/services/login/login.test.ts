import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { startApi } from '#testing/start-api.ts';
import { linkIn } from '#testing/start-identity.ts';
import { createLogin } from './index.ts';

const harness = await useHarness();
const publicUrl = 'http://localhost:3000';
const audit = createAudit({ database: harness.database, clock: harness.clock, key: 'seal of the logins' });
const server = await startApi(harness, { publicUrl }, (identity) => createLogin({ people: harness.people, identity }).routes, { audit });
afterAll(() => server.stop());
const password = 'correct horse battery';
const newPassword = 'another horse entirely';
const octet = () => Math.floor(Math.random() * 250) + 1;
const address = () => `10.${octet()}.${octet()}.${octet()}`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function person(roles: ('nurse' | 'patient' | 'tenant_admin')[] = ['nurse'], tenant?: { id: string; code: string }) {
  const home = tenant ?? (await harness.createTenant());
  const user = await harness.createUser(home, { roles });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { tenant: home, user, account, email: user.email };
}

function browserNamed(userAgent = firefox) {
  return createBrowser(server.http, { origin: publicUrl, ip: address(), userAgent });
}

async function signIn(email: string, userAgent?: string, given = password) {
  return createPortal(publicUrl).signIn(browserNamed(userAgent), email, given);
}

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token: string | null, payload?: unknown, ip = address()) {
  const answer = await server.http.inject({
    method,
    url,
    remoteAddress: ip,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const holds = async ({ access_token }: TokenAnswer) =>
  server.identity.verifyToken(access_token).then(
    () => true,
    () => false,
  );
const change = (email: string, token: string | null, over: object = {}, realm = 'care') =>
  call('POST', `/login/api/v1/${realm}/update-password`, token, { username: email, oldPassword: password, newPassword, ...over });

/** Signed in with a second factor. */
async function protectedPerson(roles?: ('nurse' | 'patient' | 'tenant_admin')[], tenant?: { id: string; code: string }) {
  const somebody = await person(roles, tenant);
  const { access_token: token } = await signIn(somebody.email);
  const begun = await call('POST', '/login/api/v1/second-factor/setup', token, { password });
  const secret = String(begun.body.key).replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => {
    harness.clock.advance(30_000);
    return app.generate({ timestamp: harness.clock.now() });
  };
  const done = await call('POST', '/login/api/v1/second-factor', token, { setup: begun.body.setup, code: code() });
  expect(done.status).toBe(200);
  return { ...somebody, token, code, recoveryCodes: done.body.recoveryCodes as string[] };
}

describe('a forgotten password', () => {
  test.each(['patient', 'care'])('(%s) is reset by a mailed link; the answer tells nobody whether the address is known', async (realm) => {
    const { email } = await person();
    const ask = (to: string, slash = '') => call('POST', `/login/api/v1/${realm}/reset-password${slash}`, null, { email: to });
    const before = server.box.length;
    const unknown = await ask(`${randomUUID()}@nowhere.example`);
    await server.identity.settled();
    expect(server.box.length).toBe(before);
    const known = await ask(email, '/');
    await server.identity.settled();
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(server.box.at(-1)?.to).toBe(email);
    const visitor = browserNamed();
    await visitor.open(linkIn(server.box).href);
    await visitor.submit({ password: newPassword, repeat: newPassword });
    expect((await signIn(email, firefox, newPassword)).access_token).toBeTruthy();
  });

  test('five links an hour, to whomever; then the same answer and no mail', async () => {
    const { email } = await person();
    const ip = address();
    for (let times = 0; times < 7; times++) {
      expect((await call('POST', '/login/api/v1/care/reset-password', null, { email }, ip)).status).toBe(200);
      await server.identity.settled();
    }
    expect(server.box.filter(({ to }) => to === email)).toHaveLength(5);
  });

  test('a flood from one address is turned away with when to come back, and names of fields are checked', async () => {
    const ip = address();
    const statuses = new Set<number>();
    for (let times = 0; times <= server.config.signInRequestsPerMinutePerAddress; times++)
      statuses.add((await call('POST', '/login/api/v1/care/reset-password', null, { email: 'nobody@nowhere.example' }, ip)).status);
    expect([...statuses]).toEqual([200, 429]);
    expect(await call('POST', '/login/api/v1/other/reset-password', null, { email: 'x@y.example' })).toMatchObject({ status: 400 });
    expect(await call('POST', '/login/api/v1/care/reset-password', null, { email: ' ' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'email' }] } },
    });
  });
});

describe('changing one’s password', () => {
  test('ends every other session and keeps the one that changes it; the owner is told', async () => {
    const { account, email } = await person();
    const portal = createPortal(publicUrl);
    const mine = browserNamed();
    const [own, other] = [await portal.signIn(mine, email, password), await signIn(email)];
    expect(await holds(other)).toBe(true);
    // What open streams are judged anew by.
    const ended: string[] = [];
    const stop = harness.bus.subscribe('sign-in.ended', ({ accountId }) => void ended.push(accountId));
    expect(await change(email.toUpperCase(), own.access_token)).toMatchObject({ status: 200, body: { updated: true } });
    stop();
    expect(ended).toContain(account.id);
    expect([await holds(own), await holds(other)]).toEqual([true, false]);
    const renewed = await portal.refresh(mine, own.refresh_token);
    expect(renewed.access_token).toBeTruthy();
    expect((await portal.refresh(browserNamed(), other.refresh_token)).error).toBe('invalid_grant');
    expect(server.box.at(-1)).toMatchObject({ to: email, subject: 'Your password has been changed' });
    expect((await signIn(email, firefox, newPassword)).access_token).toBeTruthy();
  });

  test('a link for a new password that was mailed before is dead', async () => {
    const { email } = await person();
    await call('POST', '/login/api/v1/care/reset-password', null, { email });
    await server.identity.settled();
    const link = linkIn(server.box).href;
    await change(email, (await signIn(email)).access_token);
    expect((await browserNamed().open(link)).status).toBe(410);
  });

  test('takes the old password, a good new one, and one’s own address', async () => {
    const [{ email }, other] = [await person(), await person()];
    const { access_token: token } = await signIn(email);
    expect(await change(email, token, { oldPassword: 'not the password' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'oldPassword' }] } },
    });
    for (const bad of ['short', 'password1234', 'aaaaaaaaaaaa', password])
      expect(await change(email, token, { newPassword: bad })).toMatchObject({
        status: 400,
        body: { error: { fields: [{ field: 'newPassword' }] } },
      });
    expect((await change(other.email, token)).status).toBe(403);
    expect((await change(email, null)).status).toBe(401);
    expect((await signIn(email)).access_token).toBeTruthy();
  });

  test('guessing the old one through an open page locks, and does not lock the owner out of signing in', async () => {
    const { email } = await person();
    const { access_token: token } = await signIn(email);
    for (let tries = 0; tries < 5; tries++) expect((await change(email, token, { oldPassword: `guess number ${tries}` })).status).toBe(400);
    const locked = await change(email, token);
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '60']);
    expect((await signIn(email)).access_token).toBeTruthy();
    harness.clock.advance(60_000);
    expect((await change(email, token)).status).toBe(200);
  });
});

describe('where one is signed in', () => {
  const list = async (token: string) =>
    (await call('GET', '/login/api/v1/sessions', token)).body.sessions as { id: string; current: boolean }[];

  test('is listed with browser, system and times, the session of the call marked; nobody else’s', async () => {
    const [{ email }, other] = [await person(), await person()];
    await signIn(other.email);
    await signIn(email, safari);
    const { access_token: token } = await signIn(email, firefox);
    const sessions = await list(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ current }) => current)).toMatchObject({ browser: 'Firefox', system: 'Linux', methods: ['pwd'] });
    expect(sessions.find(({ current }) => !current)).toMatchObject({
      browser: 'Safari',
      system: 'iOS',
      signedInAt: expect.any(Number),
      lastUsedAt: expect.any(Number),
    });
  });

  test('one is ended: its tokens and its renewal with it, the others stay; somebody else’s cannot be', async () => {
    const [{ email }, other] = [await person(), await person()];
    const phone = await signIn(email, safari);
    const own = await signIn(email, firefox);
    const foreign = await signIn(other.email);
    const [theirs] = await list(foreign.access_token);
    expect((await call('DELETE', `/login/api/v1/sessions/${theirs?.id}`, own.access_token)).status).toBe(404);
    const id = (await list(own.access_token)).find(({ current }) => !current)?.id;
    expect(await call('DELETE', `/login/api/v1/sessions/${id}`, own.access_token)).toMatchObject({ status: 200, body: { ended: 1 } });
    expect([await holds(phone), await holds(own), await holds(foreign)]).toEqual([false, true, true]);
    expect((await createPortal(publicUrl).refresh(browserNamed(), phone.refresh_token)).error).toBe('invalid_grant');
    expect((await call('DELETE', `/login/api/v1/sessions/${id}`, own.access_token)).status).toBe(404);
  });

  test('all others are ended at once', async () => {
    const { email } = await person();
    const others = [await signIn(email, safari), await signIn(email)];
    const own = await signIn(email);
    expect(await call('DELETE', '/login/api/v1/sessions', own.access_token)).toMatchObject({ status: 200, body: { ended: 2 } });
    expect([await holds(own), ...(await Promise.all(others.map(holds)))]).toEqual([true, false, false]);
    expect(await list(own.access_token)).toHaveLength(1);
  });

  test('a browser whose name nobody knows is listed without one', async () => {
    const { email } = await person();
    const { access_token: token } = await signIn(email, `${'x'.repeat(5_000)}`);
    expect(await list(token)).toMatchObject([{ browser: null, system: null, current: true }]);
  });
});

describe('one’s own second factor', () => {
  test('is set up with the password and a first code, asked for from then on, and taken away with both factors', async () => {
    const { code, email, token } = await protectedPerson(['patient']);
    expect((await call('GET', '/login/api/v1/second-factor', token)).body).toMatchObject({
      managedBy: null,
      addedAt: expect.any(Number),
      recoveryCodesLeft: 10,
      required: false,
      email,
    });
    const visitor = browserNamed();
    await visitor.open(createPortal(publicUrl).authorizeUrl());
    expect((await visitor.submit({ email, password, action: 'password' })).body).toContain('one-time-code');
    const remove = (proof: object) => call('POST', '/login/api/v1/second-factor/removal', token, { password, code: '000000', ...proof });
    expect(await remove({})).toMatchObject({ status: 400, body: { error: { fields: [{ field: 'code' }] } } });
    expect(await remove({ password: 'not the password' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'password' }] } },
    });
    expect((await remove({ code: code() })).status).toBe(200);
    expect((await signIn(email)).access_token).toBeTruthy();
    expect(server.box.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      'Your sign-in now has a second step',
      'The second step of your sign-in is switched off',
    ]);
  });

  test('is not begun without the password, not confirmed by a wrong code or somebody else’s setup, and not replaced unseen', async () => {
    const [{ email }, other] = [await person(), await person()];
    const { access_token: token } = await signIn(email);
    expect((await call('POST', '/login/api/v1/second-factor/setup', token, { password: 'not the password' })).status).toBe(400);
    const begun = await call('POST', '/login/api/v1/second-factor/setup', token, { password });
    expect(begun.body.uri).toContain('otpauth://totp/');
    const { setup } = begun.body;
    const code = new TOTP({ secret: Secret.fromBase32(begun.body.key.replaceAll(' ', '')) }).generate({ timestamp: harness.clock.now() });
    expect((await call('POST', '/login/api/v1/second-factor', token, { setup, code: '000000' })).status).toBe(400);
    const { access_token: otherToken } = await signIn(other.email);
    expect((await call('POST', '/login/api/v1/second-factor', otherToken, { setup, code })).status).toBe(409);
    expect((await call('POST', '/login/api/v1/second-factor', token, { setup, code })).status).toBe(200);
    expect((await call('POST', '/login/api/v1/second-factor', token, { setup, code })).status).toBe(409);
    expect((await call('POST', '/login/api/v1/second-factor/setup', token, { password })).status).toBe(409);
  });

  test('has recovery codes that can be made anew: the earlier ones stop working', async () => {
    const { code, recoveryCodes, token } = await protectedPerson();
    const renewed = await call('POST', '/login/api/v1/second-factor/recovery-codes', token, { password, code: code() });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const remove = (given: string) => call('POST', '/login/api/v1/second-factor/removal', token, { password, code: given });
    expect((await remove(recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await remove(renewed.body.recoveryCodes[0])).status).toBe(200);
  });

  test('stays while a tenant requires it', async () => {
    const { code, tenant, token } = await protectedPerson();
    await harness.asOwner('update vigil.tenants set settings = $2 where id = $1', [tenant.id, { security: { requireTwoFactor: true } }]);
    expect((await call('GET', '/login/api/v1/second-factor', token)).body.required).toBe(true);
    expect((await call('POST', '/login/api/v1/second-factor/removal', token, { password, code: code() })).status).toBe(409);
  });
});

describe('somebody who has lost the second factor', () => {
  const reset = (userId: string, token: string) => call('DELETE', `/login/api/v1/users/${userId}/second-factor`, token);

  test('has it taken away by an administrator of the tenant: sessions end, the owner is told, it stands in the audit log', async () => {
    const { email, tenant, token, user } = await protectedPerson();
    const administrator = await person(['tenant_admin'], tenant);
    const { access_token: adminToken } = await signIn(administrator.email);
    expect(await reset(user.id, adminToken)).toMatchObject({ status: 200, body: { reset: true, told: true } });
    await expect(server.identity.verifyToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(server.box.at(-1)).toMatchObject({ to: email, subject: 'The second step of your sign-in was reset' });
    expect((await signIn(email)).access_token).toBeTruthy();
    expect((await reset(user.id, adminToken)).body).toEqual({ reset: false, told: false });
    const entries = await harness.asOwner(
      "select actor_id from vigil.audit_log where tenant_id = $1 and endpoint = 'login.resetSecondFactor' and $2 = any(members::text[]) and status = 200",
      [tenant.id, user.id],
    );
    expect(entries).toEqual([{ actor_id: administrator.user.id }, { actor_id: administrator.user.id }]);
  });

  test('is not helped by colleagues, by another tenant’s administrator, nor by the own hand', async () => {
    const { tenant, token, user } = await protectedPerson(['nurse', 'tenant_admin']);
    const [nurse, stranger] = [await person(['nurse'], tenant), await person(['tenant_admin'])];
    expect((await reset(user.id, (await signIn(nurse.email)).access_token)).status).toBe(403);
    expect((await reset(user.id, (await signIn(stranger.email)).access_token)).status).toBe(404);
    expect((await reset(user.id, token)).status).toBe(403);
  });

  test('who belongs to another organisation too is the operator’s to help, since the factor protects both', async () => {
    const { tenant, user, email } = await protectedPerson();
    await harness.createUser(await harness.createTenant(), { id: user.id, email, roles: ['md'] });
    const administrator = await person(['tenant_admin'], tenant);
    const { access_token: adminToken } = await signIn(administrator.email);
    expect(await reset(user.id, adminToken)).toMatchObject({ status: 200, body: { reset: false, told: false } });
    expect(await server.identity.own.secondFactorReset.byOperator(email)).toBe(true);
    expect(await server.identity.own.secondFactorReset.byOperator('nobody@nowhere.example')).toBe(false);
  });

  test('tells nobody by it who has an account elsewhere: the answer and the work are the same', async () => {
    const home = await harness.createTenant();
    const { access_token: adminToken } = await signIn((await person(['tenant_admin'], home)).email);
    const both = await protectedPerson();
    await harness.createUser(home, { id: both.user.id, email: both.email, roles: ['nurse'] });
    const foreign = await protectedPerson();
    await harness.createUser(home, { id: foreign.user.id, email: foreign.email, roles: ['nurse'] });
    await harness.asOwner(
      `insert into vigil.invitations (tenant_id, user_id, email, roles, given_name, family_name, makes_user, created_at, expires_at)
       values ($1, $2, $3, '{nurse}', 'A', 'B', true, now(), now() + interval '1 day')`,
      [home.id, foreign.user.id, foreign.email],
    );
    for (const { user } of [both, foreign]) harness.bus.publish('user.changed', { tenantId: home.id, userId: user.id });
    const unknown = await harness.createUser(home, { roles: ['nurse'] });
    const without = await person(['nurse'], home);
    const statements = vi.spyOn(harness.database, 'global');
    const asked = vi.spyOn(harness.database, 'ask');
    const answers: unknown[] = [];
    for (const { id } of [unknown, without.user, both.user, foreign.user]) {
      // What is believed for some seconds of whoever calls is known by then.
      await reset(id, adminToken);
      statements.mockClear();
      asked.mockClear();
      const { status, body } = await reset(id, adminToken);
      answers.push({ status, body, statements: statements.mock.calls.length, asked: asked.mock.calls.length });
    }
    vi.restoreAllMocks();
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject({ status: 200, body: { reset: false, told: false } });
    for (const { token } of [both, foreign]) expect(await server.identity.verifyToken(token)).toBeTruthy();
  });
});

describe('sso-sync', () => {
  const sync = (token: string, body: object) => call('PUT', '/login/api/v1/sso-sync', token, body);

  test('follows at once what is known of the caller; another’s token and nonsense are refused', async () => {
    const { email, user } = await person();
    const tokens = await signIn(email);
    expect(await sync(tokens.access_token, { token: tokens.id_token })).toMatchObject({
      status: 200,
      body: { userId: user.id, roles: ['nurse'] },
    });
    await harness.asOwner("update vigil.users set roles = '{md}' where id = $1", [user.id]);
    expect((await sync(tokens.id_token, { token: tokens.access_token })).body.roles).toEqual(['md']);
    const other = await signIn((await person()).email);
    expect((await sync(tokens.access_token, { token: other.id_token })).status).toBe(403);
    expect(await sync(tokens.access_token, { token: 'nonsense' })).toMatchObject({
      status: 400,
      body: { error: { fields: [{ field: 'token' }] } },
    });
  });
});

test('changes of one’s own sign-in stand in the audit log', async () => {
  const { email, user } = await person();
  const { access_token: token } = await signIn(email);
  await call('DELETE', '/login/api/v1/sessions', token);
  await change(email, token);
  const entries = await harness.asOwner<{ endpoint: string }>(
    'select endpoint from vigil.audit_log where actor_id = $1 and actor_id = any(members) order by sequence',
    [user.id],
  );
  expect(entries.map(({ endpoint }) => endpoint)).toEqual(['login.endOtherSessions', 'login.updatePassword']);
});

test('where people sign in with another provider, its name is told and nothing is done here', async () => {
  const other = await startApi(
    harness,
    { publicUrl, oidcIssuer: 'https://id.clinic.example' },
    (identity) => createLogin({ people: harness.people, identity }).routes,
  );
  const { own } = other.identity;
  const caller = { subject: randomUUID(), grantId: null, ip: address(), language: undefined, host: undefined };
  const answer = await other.http.inject({
    method: 'POST',
    url: '/login/api/v1/care/reset-password',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email: 'somebody@clinic.example' }),
  });
  expect([answer.statusCode, answer.json().error.message]).toEqual([409, expect.stringContaining('id.clinic.example')]);
  expect(await own.secondFactor.state(caller)).toMatchObject({ managedBy: 'id.clinic.example', addedAt: null });
  expect(await own.sessions.list(caller)).toEqual({ managedBy: 'id.clinic.example', sessions: [] });
  await expect(own.secondFactor.begin(caller, password)).rejects.toMatchObject({ code: 'conflict' });
  await expect(own.sessions.endOthers(caller)).rejects.toMatchObject({ code: 'conflict' });
  await other.stop();
});
