import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import { type TestTenant, useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { newcomersCareOn } from '#testing/newcomers-care-on.ts';
import { registryOn } from '#testing/registry-on.ts';
import { startHttp } from '#testing/start-http.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';
import { createUserAdmin } from './index.ts';

const harness = await useHarness();
const { database, clock } = harness;
const idp = await startIdentity(harness);
const { identity, box } = idp;
const sms = { carries: false, post: () => {}, send: async () => {} };
const audit = createAudit({ database, clock, key: 'seal of the links' });
const userAdmin = createUserAdmin({
  ...harness,
  care: newcomersCareOn(harness),
  reserve: endlessDisk,
  mailLanguageOf: async () => 'en',
  identity,
  post: createTenantPost({ database, mail: idp.mail, sms, clock }),
  audit,
});
const registry = registryOn(harness, { endSessions: identity.endSessions });
/** Behind the real HTTP server and access rules; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: [...(userAdmin.routes ?? []), ...(registry.routes ?? [])],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
});
afterAll(async () => {
  await userAdmin.stop?.();
  await server.stop();
  await idp.stop();
});

const password = 'correct horse battery';
const newEmail = () => `${randomUUID()}@test.example`;

async function administered() {
  const tenant = await harness.createTenant();
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await server.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${admin.id}`, 'x-tenant-id': tenant.id, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const users = `/user_admin/api/v1/realms/care/tenants/${tenant.id}/users`;
  return {
    tenant,
    endSessions: (userId: string) => call('POST', `/registry/api/v1/users/${userId}/invalidate-all-refresh-tokens`),
    get: (url: string) => call('GET', url),
    resend: (userId: string) => call('POST', `${users}/${userId}/resend`),
    invite: async (email: string) =>
      (await call('POST', users, { email, givenName: 'Synthetic', familyName: 'Person', roles: ['nurse'] })).body.userId as string,
    /** Gives somebody another address in this tenant, and asks for a link to it. */
    async sendTo(userId: string, email: string) {
      expect((await call('PUT', `/registry/api/v1/users/${userId}`, { version: 1, contactInfo: { email } })).status).toBe(200);
      clock.advance(61_000);
      return call('POST', `${users}/${userId}/resend`);
    },
  };
}

/** Takes up the invitation whose link was mailed last. */
async function takeUp() {
  const visitor = createBrowser(idp.app, { origin: linkIn(box).origin });
  await visitor.open(linkIn(box).href);
  return visitor.submit({ password, repeat: password });
}

async function signedUp(tenant: TestTenant) {
  const user = await harness.createUser(tenant, { roles: ['md'] });
  await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  return user;
}

describe('a link to an address that an administrator wrote down makes nobody out of', () => {
  async function refused(id: string, hostile: Awaited<ReturnType<typeof administered>>) {
    const address = newEmail();
    const answer = await hostile.sendTo(id, address);
    expect((await takeUp()).status).toBe(403);
    expect(await identity.accounts.findByEmail(address)).toBeNull();
    return answer;
  }

  test('somebody who has an account in another tenant', async () => {
    const victim = await signedUp(await harness.createTenant());
    const hostile = await administered();
    expect(await hostile.invite(victim.email)).toBe(victim.id);
    await refused(victim.id, hostile);
    expect(await identity.accounts.findByEmail(victim.email)).toMatchObject({ userId: victim.id });
  });

  test('somebody whom another tenant has invited, and who has not accepted yet', async () => {
    const [home, hostile] = [await administered(), await administered()];
    const email = newEmail();
    const id = await home.invite(email);
    expect(await hostile.invite(email)).toBe(id);
    await refused(id, hostile);
  });

  test('somebody who was never invited here and belongs to another tenant', async () => {
    const hostile = await administered();
    const here = await harness.createUser(hostile.tenant, { roles: ['nurse'] });
    await harness.createUser(await harness.createTenant(), { id: here.id, roles: ['md'] });
    await refused(here.id, hostile);
  });
});

test('somebody who was never invited and signs in here is sent no link', async () => {
  const here = await administered();
  const colleague = await signedUp(here.tenant);
  expect((await here.sendTo(colleague.id, newEmail())).status).toBe(409);
});

describe('whether an address is known to another tenant, nothing tells:', () => {
  /** The same done to an address that nobody has, to one of an account elsewhere, and to one that another tenant has invited. */
  async function answers(ask: (it: Awaited<ReturnType<typeof administered>>, id: string) => Promise<{ status: number; body: unknown }>) {
    const hostile = await administered();
    const invited = newEmail();
    await (await administered()).invite(invited);
    const emails = [newEmail(), (await signedUp(await harness.createTenant())).email, invited];
    const found: unknown[] = [];
    for (const email of emails) {
      const id = await hostile.invite(email);
      const { status, body } = await ask(hostile, id);
      found.push(JSON.stringify({ status, body }).replaceAll(id, 'id'));
    }
    return found;
  }

  test('resending the invitation', async () => {
    const [unknown, ...known] = await answers(async (it, id) => {
      clock.advance(61_000);
      const { status, body } = await it.resend(id);
      return { status, body: { ...body, expiresAt: body.expiresAt - clock.now() } };
    });
    expect(unknown).toContain('"status":200');
    expect(known).toEqual([unknown, unknown]);
  });

  test('resending it to another address', async () => {
    const [unknown, ...known] = await answers(async (it, id) => {
      const { status, body } = await it.sendTo(id, newEmail());
      return { status, body: { ...body, expiresAt: body.expiresAt - clock.now() } };
    });
    expect(unknown).toContain('"status":200');
    expect(known).toEqual([unknown, unknown]);
  });

  test('ending the sessions of whoever was invited or has left', async () => {
    const [unknown, ...known] = await answers((it, id) => it.endSessions(id));
    expect(unknown).toContain('"status":403');
    expect(known).toEqual([unknown, unknown]);
    const left = await answers(async (it, id) => {
      await harness.asOwner('update vigil.users set is_in_the_tenant = false where tenant_id = $1 and id = $2', [it.tenant.id, id]);
      return it.endSessions(id);
    });
    expect(new Set([...left, unknown]).size).toBe(1);
  });

  test('the lists of accounts and of those on the way in', async () => {
    const [unknown, ...known] = await answers(async (it, id) => {
      const { status, body } = await it.get(`/user_admin/api/v1/tenants/${it.tenant.id}/onboarding?realm=care`);
      const row = body.content.find((one: { userId: string }) => one.userId === id);
      const account = await it.get(`/registry/api/v1/users/${id}`);
      return {
        status,
        body: [
          { ...row, email: 0, invitedAt: 0, sentAt: 0 },
          { ...account.body, contactInfo: 0, createdAt: 0, lastStatusDate: 0 },
        ],
      };
    });
    expect(known).toEqual([unknown, unknown]);
  });
});

test('whom nobody else knows gets the link at the address that was put right', async () => {
  const here = await administered();
  const id = await here.invite(newEmail());
  const address = newEmail();
  expect((await here.sendTo(id, address)).status).toBe(200);
  expect(box.at(-1)?.to).toBe(address);
  expect((await takeUp()).status).toBe(303);
  expect(await identity.accounts.findByEmail(address)).toMatchObject({ userId: id });
});

test('an open invitation whose address became another one makes nobody out of somebody who has an account', async () => {
  const victim = await signedUp(await harness.createTenant());
  const hostile = await administered();
  await hostile.invite(victim.email);
  const address = newEmail();
  await harness.asOwner('update vigil.invitations set email = $2 where user_id = $1', [victim.id, address]);
  expect((await takeUp()).status).toBe(403);
  expect(await identity.accounts.findByEmail(address)).toBeNull();
});

describe('whoever was invited and has not accepted', () => {
  async function inviting() {
    const victim = await signedUp(await harness.createTenant());
    const hostile = await administered();
    await hostile.invite(victim.email);
    return { victim, hostile };
  }
  const signInFile = async (person: { tenantId: string; userId: string }) => {
    const files = (await identity.personalData.exportOf?.(person)) ?? [];
    const [file] = files.filter(({ name }) => name === 'sign-in.json');
    let text = '';
    for await (const piece of file?.content ?? []) text += String(piece);
    return text;
  };

  test('is not signed out of another tenant by whoever invited them', async () => {
    const { victim, hostile } = await inviting();
    const portal = createPortal(idp.origin);
    const tokens = await portal.signIn(createBrowser(idp.app, { origin: idp.origin }), victim.email, password);
    expect((await hostile.endSessions(victim.id)).status).toBe(403);
    expect(await identity.verifyToken(tokens.access_token)).toMatchObject({ userId: victim.id });
    await takeUp();
    expect((await hostile.endSessions(victim.id)).status).toBe(200);
    await expect(identity.verifyToken(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('has no sign-in that the inviting tenant could export or erase', async () => {
    const { victim, hostile } = await inviting();
    const person = { tenantId: hostile.tenant.id, userId: victim.id };
    expect(await signInFile(person)).not.toContain(victim.email);
    // Also where the other tenant has let the person go.
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where tenant_id <> $1 and id = $2', [
      person.tenantId,
      victim.id,
    ]);
    await identity.personalData.erase?.(person, 'contact');
    expect(await identity.accounts.findByEmail(victim.email)).toMatchObject({ userId: victim.id });
  });
});
