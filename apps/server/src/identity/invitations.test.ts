import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { createBrowser, createPortal } from '#testing/identity-browser.ts';
import { startIdentity } from '#testing/start-identity.ts';

const harness = await useHarness();
const server = await startIdentity(harness);
afterAll(() => server.stop());
const { identity } = server;
const password = 'correct horse battery';
const browser = () => createBrowser(server.app, { origin: server.origin, ip: `10.8.8.${Math.floor(Math.random() * 250)}` });

async function invite(overrides: { email?: string; tenantId?: string; validDays?: number } = {}) {
  const tenant = await harness.createTenant({ displayName: 'Lakeside <Clinic>' });
  const email = overrides.email ?? `${randomUUID()}@test.example`;
  const invitation = await identity.invitations.create({
    tenantId: overrides.tenantId ?? tenant.id,
    email,
    roles: ['nurse', 'clinician'],
    givenName: 'Synthetic',
    familyName: 'Nurse',
    birthDate: '1980-02-29',
    ...(overrides.validDays === undefined ? {} : { validDays: overrides.validDays }),
  });
  return { tenant, email, link: `${server.origin}/idp/invitation?token=${invitation.token}` };
}

const usersOf = (tenantId: string) =>
  harness.asOwner<{ id: string; email: string; roles: string[]; given_name: string; birth: string }>(
    'select id, email, roles, given_name, birth_date::text as birth from vigil.users where tenant_id = $1',
    [tenantId],
  );

test('whoever opens the link chooses a password, is the user of the invitation, and is signed in without giving the password again', async () => {
  const { email, link, tenant } = await invite();
  const visitor = browser();
  const page = await visitor.open(link);
  expect(page.body).toContain('Lakeside &#60;Clinic&#62; has invited you');
  const done = await visitor.submit({ password, repeat: password });
  expect([done.status, done.location?.href]).toEqual([303, `${server.origin}/`]);
  const [user] = await usersOf(tenant.id);
  expect(user).toMatchObject({ email, roles: ['nurse', 'clinician'], given_name: 'Synthetic', birth: '1980-02-29' });
  const portal = createPortal(server.origin);
  const silent = await visitor.open(portal.authorizeUrl({ prompt: 'none' }));
  const tokens = await portal.redeem(visitor, silent.location);
  expect(await identity.verifyToken(tokens.access_token)).toMatchObject({
    userId: user?.id,
    roles: ['clinician', 'nurse'],
    verifiedEmail: email,
  });
  expect((await createPortal(server.origin).signIn(browser(), email, password)).access_token).toBeTruthy();
});

test('where a second factor is required it is set up before the session begins, and nobody is asked for the password again', async () => {
  const tenant = await harness.createTenant({ settings: { security: { requireTwoFactor: true } } });
  const { link } = await invite({ tenantId: tenant.id });
  const visitor = browser();
  const portal = createPortal(server.origin);
  await visitor.open(link);
  const asked = await visitor.submit({ password, repeat: password });
  const secret = /<p class="key"><code>([A-Z2-7 ]+)<\/code>/.exec(asked.body)?.[1]?.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.clock.now() });
  const silent = await visitor.request(portal.authorizeUrl({ prompt: 'none' }));
  expect(silent.location?.searchParams.get('error')).toBe('login_required');
  await visitor.submit({ code });
  expect((await visitor.submit({})).location?.href).toBe(`${server.origin}/`);
  expect((await visitor.open(portal.authorizeUrl({ prompt: 'none' }))).location?.searchParams.get('code')).toBeTruthy();
});

test.each([
  ['discharged', 'is_in_the_tenant = false'],
  ['removed', 'removed_at = now()'],
  ['switched off', 'deactivated_at = now()'],
])('an invitation from before somebody was %s does not bring them back, one from after it does', async (_, left) => {
  const { email, tenant } = await invite();
  const { id } = await harness.createUser(tenant, { email, roles: ['nurse'] });
  await harness.asOwner(`update vigil.users set ${left}, last_status_at = $2 where id = $1`, [id, new Date(harness.clock.now() + 1000)]);
  const status = async () =>
    (await harness.asOwner<{ status: string }>('select vigil.account_status_of(u) as status from vigil.users u where id = $1', [id]))[0]
      ?.status;
  const before = await status();
  await expect(identity.invitations.accept({ address: email, userId: null })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await status()).toBe(before);
  harness.clock.advance(2000);
  await invite({ email, tenantId: tenant.id });
  expect(await identity.invitations.accept({ address: email, userId: null })).toMatchObject({ userId: id });
  expect(await status()).toBe('ACTIVE');
});

test('the link works once, not when it is too old, and not when it is made up', async () => {
  const used = await invite();
  const visitor = browser();
  await visitor.open(used.link);
  await visitor.submit({ password, repeat: password });
  const usedLink = await browser().open(used.link);
  expect(usedLink.status).toBe(410);
  expect(usedLink.body).toContain('This invitation has been accepted');
  const old = await invite({ validDays: 1 });
  harness.clock.advance(24 * 3600 * 1000);
  expect((await browser().open(old.link)).status).toBe(410);
  expect((await browser().open(`${server.origin}/idp/invitation?token=made-up`)).status).toBe(410);
});

test('whoever never got the answer, and sends the password again, reads that it was kept and signs in with it', async () => {
  const { email, link } = await invite();
  const visitor = browser();
  await visitor.open(link);
  const again = browser();
  await again.open(link);
  await visitor.submit({ password, repeat: password });
  const told = await again.submit({ password, repeat: password });
  expect(told.body).toContain('If you have just chosen a password and saw no answer, it was kept');
  await createPortal(server.origin).signIn(again, email, password);
});

test('somebody who has an account accepts without choosing another password, and keeps who they are', async () => {
  const home = await harness.createTenant();
  const user = await harness.createUser(home, { roles: ['md'] });
  await identity.accounts.create({ email: user.email, password, userId: user.id, emailVerified: true });
  const { link, tenant } = await invite({ email: user.email });
  const visitor = browser();
  const page = await visitor.open(link);
  expect(page.body).not.toContain('type="password"');
  const done = await visitor.submit({});
  expect(done.body).toContain('You&#39;re account has been created');
  expect(done.body).toContain('Please click on sign in.');
  // The link alone signs nobody in to an account that has a password.
  const silent = await visitor.open(createPortal(server.origin).authorizeUrl({ prompt: 'none' }));
  expect(silent.location?.searchParams.get('error')).toBe('login_required');
  expect(await usersOf(tenant.id)).toMatchObject([{ id: user.id, roles: ['nurse', 'clinician'] }]);
});

test('a user whom the administrator entered before is linked, not doubled', async () => {
  const tenant = await harness.createTenant();
  const user = await harness.createUser(tenant, { roles: ['coach'] });
  const { email } = await invite({ tenantId: tenant.id, email: user.email });
  const accepted = await identity.acceptInvitation({ subject: randomUUID(), verifiedEmail: email, userId: null });
  expect(accepted.userId).toBe(user.id);
  expect(await usersOf(tenant.id)).toMatchObject([{ id: user.id, roles: ['clinician', 'coach', 'nurse'] }]);
});

test('of two acceptances at once one makes the user, the other is refused', async () => {
  const { email, tenant } = await invite();
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => identity.acceptInvitation({ subject: randomUUID(), verifiedEmail: email, userId: null })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await usersOf(tenant.id)).toHaveLength(1);
});

test.each([
  ['an address that nobody proved', async () => ({ ...(await invite()), verifiedEmail: null })],
  ['an address that nobody invited', async () => ({ verifiedEmail: `${randomUUID()}@test.example` })],
])('%s gets no account', async (_case, make) => {
  const { verifiedEmail } = await make();
  await expect(identity.acceptInvitation({ subject: randomUUID(), verifiedEmail, userId: null })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('one tenant sees nothing of another’s invitations', async () => {
  const { email } = await invite();
  const other = await harness.createTenant();
  const seen = await harness.database.tenant(other.id, (sql) => sql.query('select id from vigil.invitations where email = $1', [email]));
  expect(seen).toEqual([]);
  expect(await harness.database.global((sql) => sql.query('select id from vigil.invitations where email = $1', [email]))).toEqual([]);
});

test('a password chosen without the mailbox never takes the place of one that is there', async () => {
  const email = `${randomUUID()}@test.example`;
  const passwordOf = async () =>
    (await harness.asOwner<{ password_hash: string }>('select password_hash from vigil.accounts where email = $1', [email]))[0];
  await identity.accounts.create({ email, password: 'chosen by a stranger', emailVerified: false });
  await identity.accounts.create({ email, password, emailVerified: true });
  const chosen = await passwordOf();
  await identity.accounts.create({ email, password: 'chosen by a stranger', emailVerified: false });
  expect(await passwordOf()).toEqual(chosen);
});
