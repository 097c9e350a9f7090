import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#app';
import { demoPassword } from '#identity/demo-accounts.ts';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal, type TokenAnswer } from '#testing/identity-browser.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';
import { type DeviceSecret, ensureDevices } from './devices.ts';
import { createDemo, type DemoTenant } from './index.ts';
import { membersOf, tenantId } from './people.ts';

const harness = await useHarness();
const code = `h${randomBytes(5).toString('hex')}`;
const home: DemoTenant = { code, displayName: 'Home', members: 3, historyDays: 1, stories: [], staffFamilyNames: [] };
const dataDir = await mkdtemp(join(tmpdir(), 'vigil-demo-off-'));
const app = await createApp({
  config: { ...harness.config, demo: true },
  stores: harness,
  log: harness.log,
  clock: harness.clock,
  portal: false,
});
const on = await startIdentity(harness, { demo: true });
const off = await startIdentity(harness, { demo: false });
type Server = typeof on;
afterAll(async () => {
  await Promise.all([app.stop(), on.stop(), off.stop()]);
  await rm(dataDir, { recursive: true });
});

const octet = () => Math.floor(Math.random() * 250) + 1;
const browser = (server: Server) => createBrowser(server.app, { origin: server.origin, ip: `10.${octet()}.${octet()}.${octet()}` });
const portal = createPortal(on.origin);
const admin = `admin@${code}.example`;

async function signIn(server: Server, email: string, password: string): Promise<TokenAnswer | null> {
  const visitor = browser(server);
  await visitor.open(portal.authorizeUrl());
  const done = await visitor.submit({ email, password, action: 'password' });
  return done.location ? portal.redeem(visitor, done.location) : null;
}

async function bandToken(server: Server, { deviceId, secret }: DeviceSecret) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/idp/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${deviceId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  });
  return answer.json<{ access_token?: string; error?: string }>();
}

beforeAll(async () => {
  const demo = createDemo({
    ...app,
    ...harness,
    dataDir,
    tenants: [home],
  });
  await demo.seedAccounts();
});

describe('a data directory that was a demonstration, started without it', () => {
  test.each(['admin', 'nurse', 'member', 'both', 'system', 'new'])(
    'lets %s not in with the password that everybody knows',
    async (name) => {
      expect(await signIn(off, `${name}@${code}.example`, demoPassword)).toBeNull();
      expect((await signIn(on, `${name}@${code}.example`, demoPassword))?.access_token).toBeTruthy();
    },
  );

  test('believes no token, renews none and goes on with no session; they are worth something again with DEMO=1', async () => {
    const before = await signIn(on, admin, demoPassword);
    if (!before) throw new Error('nobody signed in');
    await expect(off.identity.verifyToken(before.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(off.identity.verifyToken(before.id_token, { idToken: true })).rejects.toMatchObject({ code: 'unauthenticated' });
    expect((await portal.refresh(browser(off), before.refresh_token)).error).toBe('invalid_grant');
    const visitor = browser(on);
    await portal.signIn(visitor, admin, demoPassword);
    const later = browser(off);
    for (const [key, cookie] of visitor.jar) later.jar.set(key, cookie);
    const silent = await later.open(portal.authorizeUrl({ prompt: 'none' }));
    expect(silent.location?.searchParams.get('error')).toBe('login_required');
    await expect(on.identity.verifyToken(before.access_token)).resolves.toMatchObject({ kind: 'person' });
    expect((await portal.refresh(browser(on), before.refresh_token)).access_token).toBeTruthy();
  });

  test('mails no link, and takes none that was mailed before', async () => {
    const asking = browser(on);
    await asking.open(`${on.origin}/idp/forgot`);
    await asking.submit({ email: admin });
    await on.settle();
    const link = linkIn(on.box);
    expect((await browser(off).open(link.href)).status).toBe(410);
    const visitor = browser(on);
    await visitor.open(link.href);
    const elsewhere = browser(off);
    for (const [key, cookie] of visitor.jar) elsewhere.jar.set(key, cookie);
    const csrf = /name="csrf" value="([^"]+)"/.exec(visitor.page.body)?.[1] ?? '';
    const sent = await elsewhere.request(`${off.origin}/idp/reset`, {
      csrf,
      token: link.searchParams.get('token') ?? '',
      password: 'a wholly new one',
      repeat: 'a wholly new one',
    });
    expect(sent.status).toBe(410);
    const asksInVain = browser(off);
    await asksInVain.open(`${off.origin}/idp/forgot`);
    await asksInVain.submit({ email: admin });
    await off.settle();
    expect(off.box).toEqual([]);
    expect((await signIn(on, admin, demoPassword))?.access_token).toBeTruthy();
  });

  test('gives its bands no token and believes none, and so for any other device of its members', async () => {
    const [member] = membersOf(home, harness.clock.now());
    if (!member) throw new Error('no member');
    const bands = await ensureDevices({ database: harness.database, dataDir, devices: app.devices }, [member]);
    const { clientId, clientSecret } = await app.devices.create(member.tenantId, member.userId, 'A band of somebody who came by');
    const devices = [...bands.values(), { deviceId: clientId, secret: clientSecret }];
    expect(devices).toHaveLength(2);
    for (const device of devices) {
      const { access_token: token = '' } = await bandToken(on, device);
      await expect(on.identity.verifyToken(token)).resolves.toMatchObject({ kind: 'device' });
      await expect(off.identity.verifyToken(token)).rejects.toMatchObject({ code: 'unauthenticated' });
      expect((await bandToken(off, device)).error).toBe('invalid_client');
    }
  });

  test('tells the operator who wants a token why there is none', async () => {
    await expect(off.identity.issueToken({ email: admin })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('DEMO=1'),
    });
    expect(await on.identity.issueToken({ email: admin })).toBeTruthy();
  });

  test('lets an account that is off not be taken over by making it anew', async () => {
    await expect(off.identity.accounts.create({ email: admin, password: 'a wholly new one' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await signIn(on, admin, demoPassword))?.access_token).toBeTruthy();
  });

  test('counts what is off; everybody else is let in as ever', async () => {
    const own = await harness.createUser({ id: tenantId(home), code }, { roles: ['nurse'] });
    await off.identity.accounts.create({ email: own.email, password: 'correct horse battery', userId: own.id, emailVerified: true });
    expect((await signIn(off, own.email, 'correct horse battery'))?.access_token).toBeTruthy();
    const left = await off.identity.demonstrationLeftovers();
    expect(left.accounts).toBeGreaterThanOrEqual(11);
    expect(left.devices).toBeGreaterThanOrEqual(3);
    expect(left.otherAccounts).toBeGreaterThanOrEqual(1);
  });
});
