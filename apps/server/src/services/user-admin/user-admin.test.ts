import { randomUUID } from 'node:crypto';
import { roleRequired } from '@vigil/contract/user-admin.values';
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
const idp = await startIdentity(harness);
const { identity, box } = idp;
const phones: ShortMessage[] = [];
const sms = { carries: true, post: (message: ShortMessage) => void phones.push(message), send: async () => {} };
const audit = createAudit({ database, clock, key: 'seal of the invitations' });
const post = createTenantPost({ database, mail: idp.mail, sms, clock });
let clinicLanguage: 'en' | 'es' = 'en';
const mailLanguageOf = async () => clinicLanguage;
const userAdmin = createUserAdmin({
  ...harness,
  care: newcomersCareOn(harness),
  reserve: endlessDisk,
  mailLanguageOf,
  identity,
  post,
  audit,
});
const registry = registryOn(harness);
/** Behind the real HTTP server, access rules and audit log; a token is the user's id, taken at its word. */
const server = await startHttp(harness, {
  routes: [...(userAdmin.routes ?? []), ...(registry.routes ?? [])],
  verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
  audit,
});
afterAll(async () => {
  await userAdmin.stop?.();
  await server.stop();
  await idp.stop();
});

const tenant = await harness.createTenant({ displayName: 'Lakeside' });
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
const password = 'correct horse battery';
const base = '/user_admin/api/v1';

async function call(method: 'GET' | 'POST', url: string, payload?: unknown, by: { id: string } = admin, of = tenant) {
  const answer = await server.http.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${by.id}`,
      'x-tenant-id': of.id,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.json(), retryAfter: answer.headers['retry-after'] };
}
const invite = (realm: string, payload: object, by: { id: string } = admin, of = tenant) =>
  call('POST', `${base}/realms/${realm}/tenants/${of.id}/users`, payload, by, of);
const resend = (realm: string, userId: string, query = '', by: { id: string } = admin, of = tenant) =>
  call('POST', `${base}/realms/${realm}/tenants/${of.id}/users/${userId}/resend${query}`, undefined, by, of);
const newEmail = () => `${randomUUID()}@test.example`;
const person = <T extends object>(over: T = {} as T) => ({ email: newEmail(), givenName: 'Synthetic', familyName: 'Person', ...over });
const userRow = async (id: string, of = tenant) =>
  (
    await harness.asOwner<Record<string, unknown>>('select *, birth_date::text as born from vigil.users where tenant_id = $1 and id = $2', [
      of.id,
      id,
    ])
  )[0];

/** The whole payload of the specification. */
const whole = () => ({
  ...{ tenantName: tenant.code, roles: ['patient'], email: `  ${newEmail().toUpperCase()} `, phoneNumber: ' +16502530000 ', title: 'Ms.' },
  ...{ givenName: ' Ann ', familyName: ' Lee ', middleNames: 'Marie', dateOfBirth: '1980-02-29', gender: 'woman', sex: 'f' },
  ...{ height: 1.7272, heightDisplayUnits: 'FOOT+INCH', weight: 68.04, weightDisplayUnits: 'POUND', streetAddress: '1 Main St' },
  ...{ city: 'Dayton', state: 'OH', zip: '45402', countryCode: 'US', countryName: 'United States', password: null, qhcp: true },
  ...{ triggerInvitation: false, orderSource: 'ADMIN_PORTAL', mrn: `M-${randomUUID()}`, employeeId: 'E-1', timezone: 'America/New_York' },
});

describe('inviting a member', () => {
  test('keeps every field of the payload, makes a CREATED account, and sends nothing', async () => {
    const sent = whole();
    const before = box.length;
    const { status, body } = await invite('patient', sent);
    expect([status, body]).toEqual([200, { userId: expect.any(String), accountStatus: 'CREATED', link: 'NOT_SENT', expiresAt: null }]);
    expect(await userRow(body.userId)).toMatchObject({
      ...{ roles: ['patient'], email: sent.email.trim().toLowerCase(), phone_number: '+16502530000', title: 'Ms.', given_name: 'Ann' },
      ...{ family_name: 'Lee', middle_names: 'Marie', born: '1980-02-29', gender: 'woman', sex: 'female', height_m: 1.7272 },
      ...{
        height_display_units: 'FOOT+INCH',
        weight_kg: 68.04,
        weight_display_units: 'POUND',
        street_address: '1 Main St',
        city: 'Dayton',
      },
      ...{ state: 'OH', zip: '45402', country_code: 'US', country_name: 'United States', qhcp: true, order_source: 'ADMIN_PORTAL' },
      ...{ mrn: sent.mrn, employee_id: 'E-1', time_zone: 'America/New_York', onboarded_at: null },
    });
    expect(box).toHaveLength(before);
    const listed = await call('GET', `/registry/api/v1/users?teamType=PATIENT&userStatus=CREATED&userIds=${body.userId}`);
    expect(listed.body.content).toMatchObject([{ id: body.userId, accountStatus: 'CREATED' }]);
    // The number to call stands in the account as soon as somebody is invited.
    const account = await call('GET', `/registry/api/v1/users/${body.userId}`);
    expect(account.body.contactInfo).toMatchObject({ phoneNumber: '+16502530000', emergencyContacts: [] });
  });

  test.each<[string, object]>([
    ['email', { email: 'ann' }],
    ['email', { email: 'ann lee@test.example' }],
    ['givenName', { givenName: '  ' }],
    ['familyName', { familyName: 'x'.repeat(101) }],
    ['phoneNumber', { phoneNumber: '12345' }],
    ['dateOfBirth', { dateOfBirth: '02/29/1980' }],
    ['dateOfBirth', { dateOfBirth: '2999-01-01' }],
    ['dateOfBirth', { dateOfBirth: '1880-01-01' }],
    ['sex', { sex: 'other' }],
    ['height', { height: 0.29 }],
    ['height', { height: 2.76 }],
    ['weight', { weight: 2.9 }],
    ['weight', { weight: 501 }],
    ['heightDisplayUnits', { heightDisplayUnits: 'METER' }],
    ['weightDisplayUnits', { weightDisplayUnits: 'STONE' }],
    ['password', { password: 'secret' }],
    ['orderSource', { orderSource: 'ELSEWHERE' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['roles', { roles: ['nurse'] }],
    ['roles', { roles: ['patient', 'tenant_admin'] }],
    ['tenantName', { tenantName: 'another' }],
    ['city', { city: 'x'.repeat(201) }],
  ])('refuses a wrong %s by its name, and makes nobody: %j', async (field, over) => {
    const sent = person(over);
    const { status, body } = await invite('patient', sent);
    expect([status, body.error.code]).toEqual([400, 'invalid_input']);
    expect(body.error.fields.map((one: { field: string }) => one.field)).toContain(field);
    expect(await harness.asOwner('select 1 from vigil.users where tenant_id = $1 and email = $2', [tenant.id, sent.email])).toEqual([]);
  });

  test.each([
    [{ height: 0.3, weight: 3 }],
    [{ height: 2.75, weight: 500 }],
    [{ phoneNumber: '030 901820', countryCode: 'DE' }],
    [{ phoneNumber: '', countryCode: '', dateOfBirth: '', timezone: '' }],
  ])('takes %j', async (over) => {
    expect((await invite('patient', person(over))).status).toBe(200);
  });

  test('of an address or a record number that somebody has, says so beside the field', async () => {
    const first = person({ mrn: `M-${randomUUID()}` });
    await invite('patient', first);
    const again = await invite('patient', { ...person(), email: first.email.toUpperCase() });
    expect([again.status, again.body.error.fields]).toMatchObject([409, [{ field: 'email' }]]);
    const sameNumber = await invite('patient', person({ mrn: ` ${first.mrn.toLowerCase()} ` }));
    expect([sameNumber.status, sameNumber.body.error.fields]).toMatchObject([409, [{ field: 'mrn' }]]);
  });

  test('sent twice with one id makes one person, at the same time as well; the id of somebody else is a conflict', async () => {
    const sent = person({ id: randomUUID() });
    const answers = await Promise.all([invite('patient', sent), invite('patient', sent)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(1);
    expect(await harness.asOwner('select 1 from vigil.users where tenant_id = $1 and email = $2', [tenant.id, sent.email])).toHaveLength(1);
    expect((await invite('patient', person({ id: sent.id }))).status).toBe(409);
  });
});

describe('inviting staff', () => {
  test.each([[{}], [{ roles: [] }], [{ roles: ['tenant_admin'] }]])('needs a role, in the specified words: %j', async (over) => {
    const { status, body } = await invite('care', person(over));
    expect([status, body.error.message]).toEqual([400, 'Invalid account invitation: "role" is required for clinicians']);
    expect(body.error.fields).toEqual([{ field: 'roles', message: roleRequired }]);
  });

  test.each([['patient'], ['system_admin']])('refuses the role %s', async (role) => {
    expect((await invite('care', person({ roles: ['nurse', role] }))).body.error.fields).toMatchObject([{ field: 'roles' }]);
  });

  test('an administrator holds tenant_admin and the chosen role', async () => {
    const { body } = await invite('care', person({ roles: ['tenant_admin', 'coach'] }));
    expect(await userRow(body.userId)).toMatchObject({ roles: ['tenant_admin', 'coach'] });
  });

  test.each([
    ['the language of the invitation', 'es', 'en', /^Invitación/],
    ['the clinic’s language, where the invitation names none', null, 'es', /^Invitación/],
    ['English, where the clinic has said nothing', null, 'en', /^You are invited/],
    ['the language of the invitation, whatever the clinic’s is', 'en', 'es', /^You are invited/],
  ] as const)('the first mail is in %s', async (_, language, ofClinic, subject) => {
    clinicLanguage = ofClinic;
    const sent = person({ roles: ['nurse'], triggerInvitation: true, language });
    const { body, status } = await invite('care', sent);
    clinicLanguage = 'en';
    expect([status, box.at(-1)?.to, box.at(-1)?.subject]).toEqual([200, sent.email, expect.stringMatching(subject)]);
    const [row] = await harness.asOwner('select portal_settings from vigil.users where tenant_id = $1 and id = $2', [
      tenant.id,
      body.userId,
    ]);
    expect(row).toEqual({ portal_settings: language ? { language: language.toUpperCase() } : {} });
  });

  test('mails a one-time link with which the person chooses a password, in their browser’s zone, and is onboarded', async () => {
    const sent = person({ roles: ['nurse'], triggerInvitation: true });
    const { body } = await invite('care', sent);
    expect(body).toMatchObject({ link: 'SENT', expiresAt: clock.now() + 14 * 86_400_000 });
    expect(box.at(-1)).toMatchObject({ to: sent.email, subject: 'You are invited to Lakeside' });
    const link = linkIn(box);
    expect(link.origin).toBe(`http://${tenant.code}.localhost:3000`);
    const visitor = createBrowser(idp.app, { origin: link.origin });
    await visitor.open(link.href);
    await visitor.submit({ password, repeat: password, zone: 'Europe/Berlin' });
    expect(await userRow(body.userId)).toMatchObject({ time_zone: 'Europe/Berlin', onboarded_at: new Date(clock.now()) });
    // This browser is signed in at once; another one asks for what was chosen.
    const elsewhere = createBrowser(idp.app, { origin: link.origin });
    const tokens = await createPortal(link.origin).signIn(elsewhere, sent.email, password);
    expect(await identity.verifyToken(tokens.access_token)).toMatchObject({ userId: body.userId, roles: ['nurse'] });
    expect((await visitor.open(link.href)).status).toBe(410);
    expect((await resend('care', body.userId)).status).toBe(409);
  });
});

describe('who was invited and has not accepted', () => {
  test('holds no role in the tenant, also with an account elsewhere; accepting makes them the same person there', async () => {
    const home = await harness.createTenant();
    const known = await harness.createUser(home, { roles: ['md'] });
    await identity.accounts.create({ email: known.email, password, userId: known.id, emailVerified: true });
    const { body } = await invite('care', { ...person({ roles: ['nurse'] }), email: known.email });
    expect(body.userId).toBe(known.id);
    expect(await harness.people.rolesOf(known.id)).toEqual(['md']);
    expect((await call('GET', '/registry/api/v1/users', undefined, known)).status).toBe(403);
    const visitor = createBrowser(idp.app, { origin: linkIn(box).origin });
    expect((await visitor.open(linkIn(box).href)).body).not.toContain('type="password"');
    await visitor.submit({});
    expect(await harness.people.rolesOf(known.id)).toEqual(['md', 'nurse']);
  });

  test('of two tenants is one person, whoever invited first', async () => {
    const other = await harness.createTenant();
    const otherAdmin = await harness.createUser(other, { roles: ['tenant_admin'] });
    const sent = person({ roles: ['coach'] });
    const [here, there] = [await invite('care', sent), await invite('care', sent, otherAdmin, other)];
    expect(there.body.userId).toBe(here.body.userId);
    const visitor = createBrowser(idp.app, { origin: linkIn(box).origin });
    await visitor.open(linkIn(box).href);
    await visitor.submit({ password, repeat: password });
    expect((await harness.people.membershipsOf(here.body.userId)).map(({ roles }) => roles)).toEqual([['coach'], ['coach']]);
  });

  test('and was discharged meanwhile does not come back by the old link', async () => {
    const { body } = await invite('care', person({ roles: ['nurse'] }));
    await harness.asOwner('update vigil.users set is_in_the_tenant = false where id = $1', [body.userId]);
    const visitor = createBrowser(idp.app, { origin: linkIn(box).origin });
    await visitor.open(linkIn(box).href);
    expect((await visitor.submit({ password, repeat: password })).status).toBe(403);
    expect(await harness.people.rolesOf(body.userId)).toEqual([]);
    expect((await resend('care', body.userId)).status).toBe(409);
  });
});

describe('sending the link again', () => {
  test('mails a member a new link, and the one before ends', async () => {
    const sent = person();
    const { body } = await invite('patient', sent);
    expect((await resend('patient', body.userId)).body).toEqual({
      userId: body.userId,
      channel: 'EMAIL',
      expiresAt: clock.now() + 14 * 86_400_000,
    });
    const old = linkIn(box);
    const soon = await resend('patient', body.userId);
    expect([soon.status, soon.retryAfter]).toEqual([429, '60']);
    clock.advance(60_000);
    await resend('patient', body.userId);
    const visitor = createBrowser(idp.app, { origin: old.origin });
    expect((await visitor.open(old.href)).status).toBe(410);
    expect((await visitor.open(linkIn(box).href)).status).toBe(200);
  });

  test('by SMS goes to the phone, and proves nothing about the e-mail address', async () => {
    const sent = person({ phoneNumber: '+16502530000' });
    const { body } = await invite('patient', sent);
    const other = await harness.createTenant();
    const otherAdmin = await harness.createUser(other, { roles: ['tenant_admin'] });
    await invite('care', { ...person({ roles: ['nurse'] }), email: sent.email }, otherAdmin, other);
    expect((await resend('patient', body.userId, '?channel=SMS')).body.channel).toBe('SMS');
    const message = phones.at(-1);
    expect(message).toMatchObject({ to: '+16502530000', text: expect.stringContaining('Lakeside invites you') });
    const link = new URL(/https?:\/\/\S+/.exec(message?.text ?? '')?.[0] ?? '');
    const visitor = createBrowser(idp.app, { origin: link.origin });
    await visitor.open(link.href);
    await visitor.submit({ password, repeat: password });
    // The other tenant's invitation went to the mailbox, and waits for whoever has that.
    expect(await harness.people.rolesOf(body.userId)).toEqual(['patient']);
    expect(await identity.accounts.findByEmail(sent.email)).toMatchObject({ userId: body.userId, emailVerified: false });
    // Whoever has it chooses another password.
    const mailed = createBrowser(idp.app, { origin: linkIn(box).origin });
    expect((await mailed.open(linkIn(box).href)).body).toContain('type="password"');
    await mailed.submit({ password: `${password} too`, repeat: `${password} too` });
    expect(await harness.people.rolesOf(body.userId)).toEqual(['nurse', 'patient']);
    const old = createBrowser(idp.app, { origin: link.origin });
    expect(await createPortal(link.origin).signIn(old, sent.email, password)).not.toHaveProperty('access_token');
  });

  test.each([{ chosen: password }, { chosen: null }])(
    'by SMS leaves an account alone that is there, and its page does not tell of it',
    async ({ chosen }) => {
      const home = await harness.createTenant();
      const known = await harness.createUser(home, { roles: ['md'] });
      await identity.accounts.create({ email: known.email, password: chosen, userId: known.id, emailVerified: true });
      const unknown = person();
      const opened = async (email: string) => {
        const { body } = await invite('patient', { ...person({ phoneNumber: '+16502530000' }), email });
        await resend('patient', body.userId, '?channel=SMS');
        const link = new URL(/https?:\/\/\S+/.exec(phones.at(-1)?.text ?? '')?.[0] ?? '');
        const visitor = createBrowser(idp.app, { origin: link.origin });
        const page = await visitor.open(link.href);
        const short = await visitor.submit({ password: 'short', repeat: 'short' });
        const shown = [page, short].map(({ status, body: text }) => ({
          status,
          text: text.replaceAll(email, '').replaceAll(/name="(csrf|token)" value="[^"]*"/g, ''),
        }));
        return { visitor, shown };
      };
      const ofKnown = await opened(known.email);
      const ofUnknown = await opened(unknown.email);
      expect(ofKnown.shown).toEqual(ofUnknown.shown);
      expect(ofKnown.shown[0]?.status).toBe(200);
      const other = `${password} too`;
      expect((await ofKnown.visitor.submit({ password: other, repeat: other })).status).toBe(409);
      expect(await identity.accounts.findByEmail(known.email)).toMatchObject({ userId: known.id, hasPassword: chosen !== null });
      expect(await createPortal(idp.origin).signIn(createBrowser(idp.app, { origin: idp.origin }), known.email, other)).not.toHaveProperty(
        'access_token',
      );
      expect((await ofUnknown.visitor.submit({ password: other, repeat: other })).status).toBe(303);
    },
  );

  test('needs a phone number, a member of the tenant, and the right realm', async () => {
    const { body } = await invite('patient', person());
    expect((await resend('patient', body.userId, '?channel=SMS')).status).toBe(409);
    expect((await resend('care', body.userId)).status).toBe(404);
    expect((await resend('patient', randomUUID())).status).toBe(404);
    const made = await harness.createUser(tenant);
    expect((await resend('patient', made.id)).status).toBe(200);
    expect((await resend('patient', body.userId, '?chanel=SMS')).status).toBe(400);
  });
});

describe('onboarding accounts', () => {
  test('tells of everybody the step they are at, counts the steps, and counts as onboarded ACTIVE members with a member-since date', async () => {
    const of = await harness.createTenant();
    const by = await harness.createUser(of, { roles: ['tenant_admin'] });
    const make = async () => (await invite('patient', person(), by, of)).body.userId as string;
    const [created, mailed, opened, done, synced, held] = [
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
      await make(),
    ];
    for (const id of [mailed, opened, done, held]) await resend('patient', id, '', by, of);
    const links = box.slice(-4).map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
    const visitor = createBrowser(idp.app, { origin: new URL(links[0] ?? '').origin });
    await visitor.open(links[1] ?? '');
    for (const link of links.slice(2)) {
      await visitor.open(link);
      await visitor.submit({ password, repeat: password });
    }
    await harness.asOwner('update vigil.users set first_band_sync_at = now() where id = $1', [synced]);
    await harness.asOwner('update vigil.users set is_on_hold = true where id = $1', [held]);
    const list = (query = '') => call('GET', `${base}/tenants/${of.id}/onboarding${query}`, undefined, by, of);
    const { body } = await list();
    expect(body.counts).toEqual({ NOT_SENT: 1, WAITING: 0, SENT: 1, OPENED: 1, ACCOUNT: 2, SYNCED: 1 });
    expect(body.onboarded).toBe(2);
    const stages = new Map(body.content.map(({ userId, stage }: { userId: string; stage: string }) => [userId, stage]));
    expect([created, mailed, opened, done, synced, held].map((id) => stages.get(id))).toEqual([
      ...['NOT_SENT', 'SENT', 'OPENED', 'ACCOUNT', undefined, 'ACCOUNT'],
    ]);
    expect((await list('?stage=SENT')).body).toMatchObject({
      totalElements: 1,
      content: [{ userId: mailed, sentCount: 1, isExpired: false }],
    });
    clock.advance(15 * 86_400_000);
    expect((await list('?stage=SENT')).body.content).toMatchObject([{ userId: mailed, isExpired: true }]);
    expect((await list('?realm=care')).body).toMatchObject({ totalElements: 0, counts: { SENT: 0 } });
  });

  test('tells of staff who were invited from the moment of their invitation, and not of those who were made without one', async () => {
    const of = await harness.createTenant();
    const by = await harness.createUser(of, { roles: ['tenant_admin'] });
    await harness.createUser(of, { roles: ['nurse'] });
    const make = async (over: object = {}) => (await invite('care', person({ roles: ['nurse'], ...over }), by, of)).body.userId as string;
    const silent = await make({ triggerInvitation: false });
    const mailed = await make();
    await make();
    const link = /https?:\/\/\S+/.exec(box.at(-1)?.text ?? '')?.[0] ?? '';
    const visitor = createBrowser(idp.app, { origin: new URL(link).origin });
    await visitor.open(link);
    await visitor.submit({ password, repeat: password });
    const { body } = await call('GET', `${base}/tenants/${of.id}/onboarding?realm=care`, undefined, by, of);
    expect([body.counts, body.onboarded]).toEqual([{ NOT_SENT: 1, WAITING: 0, SENT: 1, OPENED: 0, ACCOUNT: 1, SYNCED: 0 }, 1]);
    const told = body.content.map(({ userId, stage }: { userId: string; stage: string }) => [userId, stage]);
    expect(new Map(told)).toEqual(
      new Map([
        [silent, 'NOT_SENT'],
        [mailed, 'SENT'],
      ]),
    );
  });
});

describe('who may', () => {
  test.each(['nurse', 'observer', 'patient'] as const)('a %s invites nobody, sends nothing and reads no outbox', async (role) => {
    const caller = await harness.createUser(tenant, { roles: [role] });
    const member = await harness.createUser(tenant);
    const answers = [
      await invite('patient', person(), caller),
      await resend('patient', member.id, '', caller),
      await call('GET', `${base}/tenants/${tenant.id}/onboarding`, undefined, caller),
      await call('GET', `${base}/tenants/${tenant.id}/outbox`, undefined, caller),
      await call('GET', `${base}/tenants/${tenant.id}/imports`, undefined, caller),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  test('another tenant’s administrator is 404, and every invitation stands in the audit log with its member', async () => {
    const other = await harness.createTenant();
    const otherAdmin = await harness.createUser(other, { roles: ['tenant_admin'] });
    expect((await call('POST', `${base}/realms/patient/tenants/${tenant.id}/users`, person(), otherAdmin, other)).status).toBe(404);
    const { body } = await invite('patient', person());
    await audit.drain();
    const [entry] = await harness.asOwner<{ actor_id: string; members: string[] }>(
      `select actor_id, members from vigil.audit_log where tenant_id = $1 and endpoint = 'user_admin.inviteUser' order by sequence desc limit 1`,
      [tenant.id],
    );
    expect(entry).toEqual({ actor_id: admin.id, members: [body.userId] });
    expect((await invite('patient', person(), nurse)).status).toBe(403);
  });
});

describe('the outbox', () => {
  test('keeps what no server carries, for the tenant’s own administrators, and nothing whose link is dead by use, by a newer one or by time', async () => {
    const of = await harness.createTenant();
    const by = await harness.createUser(of, { roles: ['tenant_admin'] });
    const without = createTenantPost({
      database,
      mail: { carries: false, post: () => {}, send: async () => {} },
      sms: { carries: false, post: () => {}, send: async () => {} },
      clock,
    });
    const alone = createUserAdmin({
      ...harness,
      care: newcomersCareOn(harness),
      reserve: endlessDisk,
      mailLanguageOf,
      identity,
      post: without,
      audit,
    });
    const http = await startHttp(harness, {
      routes: alone.routes ?? [],
      verifyToken: async (token) => ({ kind: 'person', subject: token, userId: token, verifiedEmail: null, tokenUse: 'access' }),
    });
    const ask = async (method: 'GET' | 'POST', path: string, payload?: object) =>
      (
        await http.http.inject({
          method,
          url: `${base}${path}`,
          headers: { authorization: `Bearer ${by.id}`, ...(payload && { 'content-type': 'application/json' }) },
          ...(payload && { payload: JSON.stringify(payload) }),
        })
      ).json();
    const sent = person({ phoneNumber: '+16502530000' });
    const { userId } = await ask('POST', `/realms/patient/tenants/${of.id}/users`, sent);
    await ask('POST', `/realms/patient/tenants/${of.id}/users/${userId}/resend`);
    clock.advance(61_000);
    await ask('POST', `/realms/patient/tenants/${of.id}/users/${userId}/resend?channel=SMS`);
    // Nobody is told that it was sent.
    expect((await ask('GET', `/tenants/${of.id}/onboarding`)).content).toMatchObject([{ userId, stage: 'WAITING' }]);
    expect((await ask('GET', `/tenants/${of.id}/onboarding?stage=SENT`)).totalElements).toBe(0);
    const link = { channel: 'SMS', to: '+16502530000', subject: null, text: expect.stringContaining('/idp/invitation?token=') };
    // The link that was to go by e-mail ended with this one.
    expect(await ask('GET', `/tenants/${of.id}/outbox`)).toMatchObject({ waits: ['EMAIL', 'SMS'], totalElements: 1, content: [link] });
    expect((await call('GET', `${base}/tenants/${tenant.id}/outbox`)).body).toMatchObject({ waits: [], content: [] });
    const staff = await ask('POST', `/realms/care/tenants/${of.id}/users`, person({ roles: ['nurse'] }));
    expect(staff).toMatchObject({ link: 'WAITING', expiresAt: expect.any(Number) });
    const { content }: { content: { channel: string; subject: string; text: string }[] } = await ask('GET', `/tenants/${of.id}/outbox`);
    const toStaff = content.filter(({ channel }) => channel === 'EMAIL');
    expect(toStaff).toMatchObject([{ subject: expect.any(String) }]);
    const invitation = linkIn(toStaff);
    const visitor = createBrowser(idp.app, { origin: invitation.origin });
    await visitor.open(invitation.href);
    await visitor.submit({ password, repeat: password });
    expect(await ask('GET', `/tenants/${of.id}/outbox`)).toMatchObject({ totalElements: 1, content: [link] });
    clock.advance(staff.expiresAt - clock.now());
    expect(await ask('GET', `/tenants/${of.id}/outbox`)).toMatchObject({ totalElements: 0, content: [] });
    await alone.stop?.();
    await http.stop();
  });
});
