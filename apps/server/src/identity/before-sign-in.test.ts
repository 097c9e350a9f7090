import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { type Browser, createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
const other = await startIdentity(harness);
afterAll(() => Promise.all([server.stop(), other.stop()]));
const password = 'correct horse battery';
const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = (at = server) => createBrowser(at.app, { origin: at.origin, ip: `10.${octet()}.${octet()}.${octet()}` });

async function account() {
  const email = `${randomUUID()}@test.example`;
  await server.identity.accounts.create({ email, password, emailVerified: true });
  return email;
}

/** Posts the sign-in form without following where it leads. */
async function postPassword(visitor: Browser, email: string, given = password) {
  const { body, url } = visitor.page;
  const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
  return visitor.request(url.pathname, { csrf, email, password: given, action: 'password' });
}

function takeCookies(from: Browser, to: Browser, only: (key: string) => boolean = () => true): void {
  for (const [key, cookie] of from.jar) if (only(key)) to.jar.set(key, cookie);
}

const uidOf = (visitor: Browser) => visitor.page.url.pathname.split('/').at(-1) ?? '';

/** In the whole database, whichever test runs beside this one. */
async function rowsOfNobody(): Promise<object[]> {
  return harness.asOwner(
    "select kind from vigil.oidc_records where (kind = 'Session' and account_id is null) or (kind = 'Interaction' and not payload ? 'result')",
  );
}

describe('before anybody has signed in', () => {
  test('asking, asking again, coming back with a dead session and signing out leave no row', async () => {
    const visitor = browser();
    const portal = createPortal(server.origin);
    for (let time = 0; time < 3; time++) await visitor.open(portal.authorizeUrl());
    await visitor.open(`${server.origin}/idp/session/end`);
    await visitor.submit({});
    await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
    const gone = browser();
    const email = await account();
    await portal.signIn(gone, email, password);
    const cookies = [...gone.jar];
    await gone.open(`${server.origin}/idp/session/end`);
    await gone.submit({ logout: 'yes' });
    for (const [key, cookie] of cookies) gone.jar.set(key, cookie);
    await gone.open(portal.authorizeUrl());
    await gone.open(`${server.origin}/idp/session/end`);
    expect(await rowsOfNobody()).toEqual([]);
    await gone.open(portal.authorizeUrl());
    expect((await gone.submit({ email, password, action: 'password' })).location?.searchParams.get('code')).toBeTruthy();
  });

  test('a finished sign-in leaves no row of what went before it', async () => {
    const visitor = browser();
    await visitor.open(createPortal(server.origin).authorizeUrl());
    const uid = uidOf(visitor);
    await visitor.submit({ email: await account(), password, action: 'password' });
    const rows = await harness.asOwner("select 1 from vigil.oidc_records where kind = 'Interaction' and id_hash = $1", [
      createHash('sha256').update(uid).digest(),
    ]);
    expect(rows).toEqual([]);
    expect([...visitor.jar.keys()].filter((key) => key.includes('_state'))).toEqual([]);
  });

  test('any process goes on with what another has begun', async () => {
    const [first, second] = [browser(server), browser(other)];
    const portal = createPortal(server.origin);
    await first.open(portal.authorizeUrl());
    takeCookies(first, second);
    await second.open(first.page.url.href);
    const done = await postPassword(second, await account());
    takeCookies(second, first);
    const back = await first.open(done.location?.href ?? '');
    expect((await portal.redeem(first, back.location)).access_token).toBeTruthy();
  });

  test('what is too long for a cookie is refused, not kept elsewhere', async () => {
    const answer = await browser().open(createPortal(server.origin).authorizeUrl({ state: 's'.repeat(2_000), nonce: 'n'.repeat(2_000) }));
    expect(answer.location?.searchParams.get('error')).toBe('invalid_request');
    expect(answer.body).not.toContain('form');
  });

  test('it is over after an hour', async () => {
    const visitor = browser();
    await visitor.open(createPortal(server.origin).authorizeUrl());
    harness.clock.advance(3_600_000);
    expect((await postPassword(visitor, await account())).status).toBe(400);
  });
});

describe('nobody gets in with the cookies of a sign-in', () => {
  test('that are kept from before it, from its middle, or after it, once it is finished', async () => {
    const visitor = browser();
    await visitor.open(createPortal(server.origin).authorizeUrl());
    const uid = uidOf(visitor);
    const before = [...visitor.jar];
    const done = await postPassword(visitor, await account());
    const middle = [...visitor.jar];
    expect((await visitor.open(done.location?.href ?? '')).location?.searchParams.get('code')).toBeTruthy();
    const after = [...visitor.jar];
    await visitor.open(`${server.origin}/idp/session/end`);
    await visitor.submit({ logout: 'yes' });
    for (const kept of [before, middle, after, [...before, ...middle, ...after]]) {
      const thief = browser();
      for (const [key, cookie] of kept) thief.jar.set(key, cookie);
      const resumed = await thief.open(`${server.origin}/idp/auth/${uid}`);
      expect(resumed.location?.searchParams.get('code') ?? null).toBeNull();
      const silent = await thief.open(createPortal(server.origin).authorizeUrl({ prompt: 'none' }));
      expect(silent.location?.searchParams.get('error')).toBe('login_required');
    }
  });

  test('of another interaction, of another browser, changed, or half of them', async () => {
    const visitor = browser();
    await visitor.open(createPortal(server.origin).authorizeUrl({ state: 'one' }));
    const one = uidOf(visitor);
    await visitor.open(createPortal(server.origin).authorizeUrl({ state: 'two' }));
    const two = uidOf(visitor);
    const at = (uid: string, name: string) => `${name} /idp/interaction/${uid}`;
    const cookieAt = (uid: string, name: string) => visitor.jar.get(at(uid, name))?.value ?? '';
    const state = cookieAt(one, 'vigil_interaction_state');
    const cases: Record<string, [name: string, value: string][]> = {
      'the sealed record of the other': [['vigil_interaction_state', cookieAt(two, 'vigil_interaction_state')]],
      'the signed name of the other': [
        ['vigil_interaction', cookieAt(two, 'vigil_interaction')],
        ['vigil_interaction.sig', cookieAt(two, 'vigil_interaction.sig')],
      ],
      changed: [['vigil_interaction_state', `${state.slice(0, -8)}AAAAAAAA`]],
      'cut short': [['vigil_interaction_state', state.slice(0, 20)]],
      'no base64 at all': [['vigil_interaction_state', '!']],
      'without the sealed record': [['vigil_interaction_state', '']],
      'without the signature': [['vigil_interaction.sig', '']],
    };
    for (const [name, changes] of Object.entries(cases)) {
      const thief = browser();
      takeCookies(visitor, thief, (key) => key.endsWith(one));
      for (const [cookie, value] of changes) thief.jar.set(at(one, cookie), { value, path: `/idp/interaction/${one}` });
      expect((await thief.open(`/idp/interaction/${one}`)).status, name).toBe(400);
    }
    expect((await visitor.open(`/idp/interaction/${one}`)).status).toBe(200);
    expect((await visitor.open(`/idp/interaction/${two}`)).status).toBe(200);
  });

  test('two tabs sign in one after the other, each into its own request', async () => {
    const email = await account();
    const visitor = browser();
    const portals = [createPortal(server.origin), createPortal(server.origin)];
    const pages = [];
    for (const [index, portal] of portals.entries()) pages.push(await visitor.open(portal.authorizeUrl({ state: `tab ${index}` })));
    for (const [index, opened] of pages.entries()) {
      await visitor.open(opened.url.href);
      const done = await postPassword(visitor, email);
      const back = await visitor.open(done.location?.href ?? '');
      expect(back.location?.searchParams.get('state')).toBe(`tab ${index}`);
    }
  });
});
