import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { type Browser, createBrowser, createPortal } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';
import { assurance } from '../types.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = (language?: string) =>
  createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}`, ...(language ? { language } : {}) });
const portal = () => createPortal(server.origin);

const strictTenant = () => harness.createTenant({ settings: { security: { requireTwoFactor: true } } });

async function person(tenant: TestTenant, roles: ('nurse' | 'patient' | 'tenant_admin')[] = ['nurse']) {
  const user = await harness.createUser(tenant, { roles });
  const account = await server.identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return { user, account, email: user.email };
}

const keyOn = (page: string) => /<p class="key"><code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
const codesOn = (page: string) => [...page.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map((match) => match[1] ?? '');
/** What the app on the phone shows, at a time of the test's clock. */
const codeOf = (secret: string, atMs = harness.clock.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
const nextCode = (secret: string) => {
  harness.clock.advance(30_000);
  return codeOf(secret);
};

async function givePassword(visitor: Browser, email: string) {
  await visitor.open(portal().authorizeUrl());
  return visitor.submit({ email, password, action: 'password' });
}

/** Signs in for the first time where a second factor is required. */
async function enrolled(tenant?: TestTenant) {
  const somebody = await person(tenant ?? (await strictTenant()));
  const visitor = browser();
  const flow = portal();
  await visitor.open(flow.authorizeUrl());
  const asked = await visitor.submit({ email: somebody.email, password, action: 'password' });
  const secret = keyOn(asked.body);
  const shown = await visitor.submit({ code: codeOf(secret) });
  const done = await visitor.submit({});
  const tokens = await flow.redeem(visitor, done.location);
  harness.clock.advance(30_000);
  return { ...somebody, visitor, secret, recovery: codesOn(shown.body), tokens, asked };
}

describe('where a tenant requires a second factor of its staff', () => {
  test('the next sign-in sets one up, shows ten recovery codes once, and the tokens say how it was proven', async () => {
    const { asked, recovery, tokens } = await enrolled();
    expect(asked.status).toBe(200);
    expect(asked.body).toMatch(/<svg class="qr"[^>]*viewBox/);
    expect(asked.body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style="|https?:\/\//);
    expect(new Set(recovery).size).toBe(10);
    for (const token of [tokens.access_token, tokens.id_token])
      expect(decodeJwt(token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: assurance.twoFactors });
  });

  test('nobody comes in with the password alone, and nothing is kept of an enrolment that was not confirmed', async () => {
    const { account, email } = await person(await strictTenant());
    const visitor = browser();
    const asked = await givePassword(visitor, email);
    expect(asked.location).toBeNull();
    const wrong = await visitor.submit({ code: '000000' });
    expect(wrong.status).toBe(400);
    expect(keyOn(wrong.body)).toBe(keyOn(asked.body));
    const silent = await visitor.open(portal().authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
    expect(await harness.asOwner('select 1 from vigil.second_factors where account_id = $1', [account.id])).toEqual([]);
  });

  test('a member’s role asks for none, and neither does a tenant that has discharged the person', async () => {
    const member = await person(await strictTenant(), ['patient']);
    expect((await givePassword(browser(), member.email)).location?.searchParams.get('code')).toBeTruthy();
    const nurse = await person(await harness.createTenant());
    await harness.createUser(await strictTenant(), { id: nurse.user.id, email: nurse.email, roles: ['nurse'], isInTheTenant: false });
    expect((await givePassword(browser(), nurse.email)).location?.searchParams.get('code')).toBeTruthy();
    await harness.createUser(await strictTenant(), { id: nurse.user.id, email: nurse.email, roles: ['nurse'] });
    expect(keyOn((await givePassword(browser(), nurse.email)).body)).not.toBe('');
  });

  test('elsewhere the password is enough, and the token says that it was one factor', async () => {
    const { email } = await person(await harness.createTenant());
    const tokens = await portal().signIn(browser(), email, password);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ amr: ['pwd'], acr: assurance.oneFactor });
  });

  test('the pages are in Spanish for whoever reads Spanish', async () => {
    const { email } = await person(await strictTenant());
    expect((await givePassword(browser('es'), email)).body).toContain('Proteja su cuenta');
  });
});

describe('an account with an authenticator', () => {
  test('signs in with its code, and the renewed token still says so', async () => {
    const { email, secret } = await enrolled();
    const visitor = browser();
    const flow = portal();
    await visitor.open(flow.authorizeUrl());
    const asked = await visitor.submit({ email, password, action: 'password' });
    expect(asked.body).toContain('autocomplete="one-time-code"');
    const done = await visitor.submit({ code: ` ${codeOf(secret).replace(/(...)/, '$1 ')} ` });
    const tokens = await flow.redeem(visitor, done.location);
    const renewed = await flow.refresh(visitor, tokens.refresh_token);
    expect(decodeJwt(renewed.access_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: assurance.twoFactors });
  });

  test('no code works twice, and none that is older than the last', async () => {
    const { email, secret } = await enrolled();
    const old = codeOf(secret);
    const code = nextCode(secret);
    const [first, second, third] = [browser(), browser(), browser()];
    for (const visitor of [first, second, third]) await givePassword(visitor, email);
    expect((await first.submit({ code })).location).not.toBeNull();
    expect((await second.submit({ code })).status).toBe(401);
    expect((await third.submit({ code: old })).status).toBe(401);
  });

  test('of one code sent many times at once, one gets in', async () => {
    const { email, secret } = await enrolled();
    const visitors = Array.from({ length: 4 }, () => browser());
    for (const visitor of visitors) await givePassword(visitor, email);
    const code = codeOf(secret);
    const answers = await Promise.all(visitors.map((visitor) => visitor.submit({ code })));
    expect(answers.filter((answer) => answer.location !== null)).toHaveLength(1);
  });

  test.each([
    ['half a minute slow', -30_000, 303],
    ['two minutes slow', -120_000, 401],
    ['two minutes fast', 120_000, 401],
  ])('a phone that is %s', async (_case, offMs, status) => {
    const { email, secret } = await enrolled();
    harness.clock.advance(60_000);
    const visitor = browser();
    await givePassword(visitor, email);
    const answer = await visitor.submit({ code: codeOf(secret, harness.clock.now() + offMs) });
    expect(status === 303 ? answer.location?.searchParams.has('code') : answer.status === status).toBe(true);
  });

  test('five wrong codes lock, also from new browsers with the right password, and a lock outlives the password', async () => {
    const { email, secret } = await enrolled();
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const visitor = browser();
      await givePassword(visitor, email);
      statuses.push((await visitor.submit({ code: 'abcdef' })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const visitor = browser();
    await givePassword(visitor, email);
    const locked = await visitor.submit({ code: codeOf(secret) });
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '60']);
    harness.clock.advance(60_000);
    const later = browser();
    await givePassword(later, email);
    expect((await later.submit({ code: codeOf(secret) })).location).not.toBeNull();
  });

  test('a recovery code lets in once, however it is typed', async () => {
    const { email, recovery } = await enrolled();
    const code = (recovery[3] ?? '').toUpperCase().replaceAll('-', ' ');
    const visitor = browser();
    await givePassword(visitor, email);
    expect((await visitor.submit({ code })).location).not.toBeNull();
    const again = browser();
    await givePassword(again, email);
    expect((await again.submit({ code })).status).toBe(401);
  });

  test('a step ends with ten minutes, with a new password, and outside of its own sign-in', async () => {
    const { email, secret, visitor: known } = await enrolled();
    const late = browser();
    await givePassword(late, email);
    harness.clock.advance(10 * 60_000);
    expect((await late.submit({ code: codeOf(secret) })).status).toBe(400);

    const before = browser();
    await givePassword(before, email);
    harness.clock.advance(1_000);
    await known.open(`${server.origin}/idp/forgot`);
    await known.submit({ email });
    await server.settle();
    const owner = browser();
    await owner.open(linkIn(server.box).href);
    await owner.submit({ password: 'another horse entirely', repeat: 'another horse entirely' });
    expect((await before.submit({ code: nextCode(secret) })).status).toBe(400);

    const first = browser();
    await first.open(portal().authorizeUrl());
    const asked = await first.submit({ email, password: 'another horse entirely', action: 'password' });
    const step = /name="step" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
    const other = browser();
    await other.open(portal().authorizeUrl());
    expect((await other.submit({ step, code: nextCode(secret) })).status).toBe(400);
  });

  test('a mailed link is one factor as well: the code is asked for before there is a session', async () => {
    const tenant = await harness.createTenant({
      settings: { featureFlags: { auth: { magicLink: true } }, security: { requireTwoFactor: true } },
    });
    const { email, secret } = await enrolled(tenant);
    const origin = `http://${tenant.code}.localhost:3000`;
    const flow = createPortal(origin);
    const visitor = createBrowser(server.app, { origin, ip: '10.3.3.3' });
    await visitor.open(flow.authorizeUrl());
    await visitor.submit({ email, action: 'magic' });
    await server.settle();
    await visitor.open(linkIn(server.box).href);
    const asked = await visitor.submit({});
    expect(asked.body).toContain('one-time-code');
    expect((await visitor.request(flow.authorizeUrl({ prompt: 'none' }))).location?.searchParams.get('error')).toBe('login_required');
    const done = await visitor.submit({ code: codeOf(secret) });
    expect(done.location?.href).toBe(`${origin}/`);
    const silent = await visitor.open(flow.authorizeUrl({ prompt: 'none' }));
    const tokens = await flow.redeem(visitor, silent.location);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ amr: ['mail', 'otp', 'mfa'], acr: assurance.twoFactors });
  });

  test('its secret is sealed, its recovery codes are no text, and neither passes for another account’s', async () => {
    const { account, recovery, secret } = await enrolled();
    const other = await enrolled();
    const [row] = await harness.asOwner<{ whole: string }>(
      `select encode(f.sealed_secret, 'escape') || string_agg(encode(c.code_mac, 'escape'), '') as whole
       from vigil.second_factors f join vigil.recovery_codes c using (account_id) where account_id = $1 group by f.sealed_secret`,
      [account.id],
    );
    for (const told of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))]) expect(row?.whole).not.toContain(told);
    await harness.asOwner(
      'update vigil.second_factors set sealed_secret = (select sealed_secret from vigil.second_factors where account_id = $2) where account_id = $1',
      [other.account.id, account.id],
    );
    const visitor = browser();
    await givePassword(visitor, other.email);
    expect((await visitor.submit({ code: codeOf(secret) })).status).toBe(401);
  });
});

test('what one visitor of a demonstration has set up does not keep the next one out', async () => {
  const demo = await startIdentity(harness, { demo: true });
  const seed = { email: `${randomUUID()}@demo.example`, password, isDemonstration: true, emailVerified: true };
  const { id } = await demo.identity.accounts.create(seed);
  const put = () =>
    harness.asOwner("insert into vigil.second_factors (account_id, sealed_secret, last_step, added_at) values ($1, 'sealed', 1, now())", [
      id,
    ]);
  const held = () => harness.asOwner('select 1 from vigil.second_factors where account_id = $1', [id]);
  await put();
  expect(await held()).toHaveLength(1);
  await demo.identity.accounts.letNextVisitorIn();
  expect(await held()).toEqual([]);
  await demo.stop();
});

test('the record says what happened to a second factor, without codes', async () => {
  const { account, email } = await enrolled();
  const visitor = browser();
  await givePassword(visitor, email);
  await visitor.submit({ code: '000000' });
  const rows = await harness.asOwner<{ event: string; outcome: string }>(
    'select event, outcome from vigil.sign_in_events where account_id = $1 order by id',
    [account.id],
  );
  expect(rows.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
    'password succeeded',
    'second-factor-added succeeded',
    'password succeeded',
    'second-factor refused',
  ]);
});
