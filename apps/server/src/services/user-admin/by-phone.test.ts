import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createAudit } from '#platform/audit/audit.ts';
import { createTenantPost } from '#platform/outbox/outbox.ts';
import type { ShortMessage } from '#platform/sms/sms.ts';
import { endlessDisk } from '#testing/endless-disk.ts';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { newcomersCareOn } from '#testing/newcomers-care-on.ts';
import { registryOn } from '#testing/registry-on.ts';
import { startHttp } from '#testing/start-http.ts';
import { linkIn, startIdentity } from '#testing/start-identity.ts';
import { createUserAdmin } from './index.ts';

const harness = await useHarness();
const { database, clock } = harness;
const phones: ShortMessage[] = [];
const sms = { carries: true, post: (message: ShortMessage) => void phones.push(message), send: async () => {} };
const audit = createAudit({ database, clock, key: 'seal of the phones' });

/** An installation with or without a provider of text messages. */
async function started(idp: Awaited<ReturnType<typeof startIdentity>>, texts: typeof sms) {
  const post = createTenantPost({ database, mail: idp.mail, sms: texts, clock });
  const userAdmin = createUserAdmin({
    ...harness,
    care: newcomersCareOn(harness),
    ...{ reserve: endlessDisk, mailLanguageOf: async () => 'en', identity: idp.identity, post, audit },
  });
  const registry = registryOn(harness);
  const server = await startHttp(harness, {
    routes: [...(userAdmin.routes ?? []), ...(registry.routes ?? [])],
    verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  });
  return { idp, userAdmin, server };
}
const withTexts = await started(await startIdentity(harness, {}, sms), sms);
const silent = { ...sms, carries: false };
const withoutTexts = await started(await startIdentity(harness, {}, silent), silent);
const { idp } = withTexts;
afterAll(async () => {
  for (const one of [withTexts, withoutTexts]) {
    await one.userAdmin.stop?.();
    await one.server.stop();
    await one.idp.stop();
  }
});

const password = 'correct horse battery';
const octet = () => randomInt(1, 250);
const browser = () => createBrowser(idp.app, { origin: idp.origin, ip: `10.${octet()}.${octet()}.${octet()}` });
/** A number of the United States that nobody had before. */
const newPhone = () => `+1650253${String(randomInt(10_000)).padStart(4, '0')}`;
const used = new Set<string>();
function phone(): string {
  const made = newPhone();
  if (used.has(made)) return phone();
  used.add(made);
  return made;
}

async function clinic({ server } = withTexts) {
  const tenant = await harness.createTenant();
  const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
  const base = `/user_admin/api/v1`;
  const call = async (method: 'GET' | 'POST', url: string, payload?: object | string) => {
    const type = typeof payload === 'string' ? 'application/octet-stream' : 'application/json';
    const answer = await server.http.inject({
      method,
      url,
      headers: { authorization: `Bearer ${admin.id}`, 'x-tenant-id': tenant.id, ...(payload && { 'content-type': type }) },
      ...(payload && { payload: typeof payload === 'string' ? Buffer.from(payload) : JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    tenant,
    call,
    channels: async () => (await call('GET', `${base}/tenants/${tenant.id}/channels`)).body,
    invite: (over: object, realm = 'patient') =>
      call('POST', `${base}/realms/${realm}/tenants/${tenant.id}/users`, { givenName: 'Ann', familyName: 'Lee', ...over }),
    resend: (userId: string, channel = 'SMS') =>
      call('POST', `${base}/realms/patient/tenants/${tenant.id}/users/${userId}/resend?channel=${channel}`),
    importOf: async (...lines: string[]) => {
      const id = randomUUID();
      const imports = `${base}/tenants/${tenant.id}/imports`;
      await call('POST', `${imports}?id=${id}`, `contact,phone,firstname,lastname,birthdate\n${lines.join('\n')}\n`);
      expect((await call('POST', `${imports}/${id}/start`)).status).toBe(200);
      await withTexts.userAdmin.settled();
      return (await call('GET', `${imports}/${id}/rows`)).body.content;
    },
    users: () =>
      harness.asOwner<{ id: string; phone_number: string; email: string | null }>(
        "select id, phone_number, email from vigil.users where tenant_id = $1 and 'patient' = any(roles)",
        [tenant.id],
      ),
  };
}

/** Opens the link in the newest text message, and makes the account. */
async function takeUp() {
  const visitor = browser();
  const { body } = await visitor.open(linkIn(phones).href);
  return { shown: body, made: await visitor.submit({ password, repeat: password }) };
}

async function memberByPhone() {
  const here = await clinic();
  const number = phone();
  const { body } = await here.invite({ phoneNumber: number, triggerInvitation: true });
  expect(phones.at(-1)?.to).toBe(number);
  await takeUp();
  return { ...here, number, userId: body.userId as string };
}

describe('a member without an e-mail address', () => {
  test('is invited by text message, makes the account with its link, and signs in with the phone number as people write it', async () => {
    const here = await clinic();
    const number = phone();
    const before = idp.box.length;
    const { status, body } = await here.invite({ email: '', phoneNumber: number });
    expect([status, body.link]).toEqual([200, 'NOT_SENT']);
    expect((await here.resend(body.userId, 'EMAIL')).status).toBe(409);
    expect((await here.resend(body.userId)).status).toBe(200);
    expect(phones.at(-1)).toMatchObject({ to: number, text: expect.stringContaining('/idp/invitation?token=') });
    const { shown, made } = await takeUp();
    expect(shown).toContain(number);
    expect([made.status, idp.box.length]).toEqual([303, before]);
    const national = `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
    for (const name of [number, national, ` ${number} `]) {
      const tokens = await createPortal(idp.origin).signIn(browser(), name, password);
      expect(await idp.identity.verifyToken(tokens.access_token)).toMatchObject({ userId: body.userId, verifiedEmail: null });
    }
  });

  test('is imported, and told as there already when imported again; another person with the number is an error', async () => {
    const here = await clinic();
    const number = phone();
    expect(await here.importOf(`,${number},Ann,Lee,1980-02-29`)).toMatchObject([{ outcome: 'CREATED', label: number }]);
    const [ann] = await here.users();
    expect(ann).toMatchObject({ phone_number: number, email: null });
    expect(await here.importOf(`,${number},ANN,Lee,`, `,${number},Bob,Ray,`)).toMatchObject([
      { outcome: 'DUPLICATE' },
      { outcome: 'ERROR', problems: [{ column: 'contact', heldBy: { userId: ann?.id, name: 'Ann Lee', birthDate: '1980-02-29' } }] },
    ]);
    // A family's number beside an e-mail address of one's own.
    expect(await here.importOf(`${randomUUID()}@test.example,${number},Bob,Ray,`)).toMatchObject([{ outcome: 'CREATED' }]);
    expect((await here.invite({ phoneNumber: number })).status).toBe(409);
  });

  test('gets a link for a new password by text message, and is told there that it was changed', async () => {
    const { number } = await memberByPhone();
    const visitor = browser();
    await visitor.open(`${idp.origin}/idp/forgot`);
    const mails = idp.box.length;
    const known = await visitor.submit({ email: number });
    await idp.settle();
    expect(phones.at(-1)).toMatchObject({ to: number, text: expect.stringContaining('/idp/reset?token=') });
    const count = phones.length;
    const other = browser();
    await other.open(`${idp.origin}/idp/forgot`);
    const unknown = await other.submit({ email: phone() });
    await idp.settle();
    expect([unknown.status, unknown.body, phones.length]).toEqual([known.status, known.body, count]);
    await visitor.open(linkIn(phones).href);
    expect((await visitor.submit({ password: 'another horse entirely', repeat: 'another horse entirely' })).status).toBe(200);
    expect(phones.at(-1)).toMatchObject({ to: number, text: expect.stringContaining('Your password has been changed') });
    expect((await createPortal(idp.origin).signIn(browser(), number, 'another horse entirely')).access_token).toBeTruthy();
    expect(idp.box.length).toBe(mails);
  });

  test('may not choose the number as password', async () => {
    const here = await clinic();
    const number = phone();
    await here.invite({ phoneNumber: number, triggerInvitation: true });
    const visitor = browser();
    await visitor.open(linkIn(phones).href);
    const refused = await visitor.submit({ password: number.slice(1), repeat: number.slice(1) });
    expect([refused.status, refused.body.includes('phone number')]).toEqual([400, true]);
  });

  test('is one person in every clinic that invites the number, and none of another tenant is hinted at', async () => {
    const { number, userId } = await memberByPhone();
    const there = await clinic();
    const [known, unknown] = [await there.invite({ phoneNumber: number }), await there.invite({ phoneNumber: phone(), givenName: 'Bob' })];
    expect({ ...known.body, userId: 0 }).toEqual({ ...unknown.body, userId: 0 });
    expect(known.body.userId).toBe(userId);
    expect(await there.importOf(`,${phone()},Cy,Poe,`)).toMatchObject([{ outcome: 'CREATED' }]);
  });

  test('is exported and erased with the phone number that they sign in with', async () => {
    const { number, tenant, userId } = await memberByPhone();
    const person = { tenantId: tenant.id, userId };
    const names = (await idp.identity.personalData.exportOf?.(person)) ?? [];
    let text = '';
    for (const { content } of names) for await (const piece of content) text += String(piece);
    expect(text).toContain(number);
    await idp.identity.personalData.erase?.(person, 'contact');
    expect(await idp.identity.accounts.findByEmail(number)).toBeNull();
    expect(await harness.asOwner('select 1 from vigil.invitations where phone_number = $1', [number])).toEqual([]);
  });

  test('stands in the lists of accounts and of those on the way in', async () => {
    const { call, number, tenant, userId } = await memberByPhone();
    const listed = await call('GET', `/registry/api/v1/users?teamType=PATIENT&userIds=${userId}`);
    expect([listed.status, listed.body.content.length]).toEqual([200, 1]);
    const onTheWay = await call('GET', `/user_admin/api/v1/tenants/${tenant.id}/onboarding?stage=ACCOUNT`);
    expect(onTheWay.body.content).toMatchObject([{ userId, email: null, phoneNumber: number }]);
  });
});

test.each([
  ['staff', 'care', { phoneNumber: '+16502530000', roles: ['nurse'] }, /Staff sign in with an e-mail address/],
  ['a member without either', 'patient', {}, /Enter an e-mail address, or a phone number/],
])('%s is not invited without an e-mail address', async (_, realm, over, why) => {
  const { status, body } = await (await clinic()).invite(over, realm);
  expect([status, body.error.fields]).toEqual([400, [{ field: 'email', message: expect.stringMatching(why) }]]);
});

test('without a provider of text messages nobody is invited by phone, and the form and the import say so', async () => {
  const here = await clinic(withoutTexts);
  expect(await here.channels()).toMatchObject({ invitesByPhone: false, sends: expect.not.arrayContaining(['SMS']) });
  const nothing = await here.invite({});
  expect(nothing.body.error.fields[0].message).toBe('Enter an e-mail address');
  const { status, body } = await here.invite({ phoneNumber: phone() });
  expect([status, body.error.fields[0].message]).toEqual([400, expect.stringContaining('text messages can’t be sent')]);
  expect(await here.importOf(`,${phone()},Ann,Lee,`)).toMatchObject([
    { outcome: 'ERROR', problems: [{ column: 'contact', reason: expect.stringContaining('text messages can’t be sent') }] },
  ]);
});
