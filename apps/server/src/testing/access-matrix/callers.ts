import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Role, roles } from '@vigil/domain/roles';
import { generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { loadIdentityKeys } from '#identity/keys.ts';
import { apiAudience } from '#identity/types.ts';
import type { Harness, TestTenant } from '../harness.ts';
import type { startIdentity } from '../start-identity.ts';
import type { MatrixCaller, PersonTenant } from './decision-table.ts';

type StartedIdentity = Awaited<ReturnType<typeof startIdentity>>;

export interface MatrixTenants {
  /** Where most callers are at home. */
  readonly own: TestTenant;
  readonly foreign: TestTenant;
  /** Shows its staff only the members they are assigned to. */
  readonly assigned: TestTenant;
}

export interface MatrixMembers {
  readonly own: string;
  /** Another member of the own tenant. */
  readonly neighbour: string;
  readonly foreign: string;
  readonly assigned: string;
}

/** Makes every kind of caller, with real accounts, devices and keys: what is forged differs from the real in one point only. */
export async function makeCallers(
  harness: Harness,
  { identity, config }: StartedIdentity,
  tenants: MatrixTenants,
  members: MatrixMembers,
): Promise<MatrixCaller[]> {
  const keys = await loadIdentityKeys({
    database: harness.database,
    sealingSecret: harness.secrets.cookies,
    clock: harness.clock,
    log: harness.log,
  });
  const realKey = await importJWK(keys.signing, 'ES256');
  const otherKey = (await generateKeyPair('ES256')).privateKey;
  const now = Math.floor(harness.clock.now() / 1000);

  const { own, foreign, assigned } = tenants;

  const sign = (
    claims: JWTPayload,
    change: { key?: Parameters<SignJWT['sign']>[0]; typ?: string; audience?: string; issuer?: string; expires?: number } = {},
  ) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', typ: change.typ ?? 'at+jwt', kid: keys.signing.kid })
      .setIssuer(change.issuer ?? identity.issuer)
      .setAudience(change.audience ?? apiAudience)
      .setIssuedAt(now - 1_000)
      .setExpirationTime(change.expires ?? now + 900)
      .sign(change.key ?? realKey);

  async function account(userId: string | null): Promise<JWTPayload> {
    const { id } = await identity.accounts.create({ email: `${randomUUID()}@matrix.example`, userId, emailVerified: true });
    const grantId = randomUUID();
    await harness.asOwner(
      "insert into vigil.oidc_records (kind, id_hash, payload, account_id) values ('Grant', sha256(convert_to($1::text, 'UTF8')), '{}', $2)",
      [grantId, id],
    );
    const signIn = { client_id: config.oidcClientId, grant_id: grantId, auth_time: now - 1_000 };
    return { sub: id, roles: [], ...signIn, ...(userId ? { extension_healthId: userId } : {}) };
  }

  async function person(name: string, held: readonly PersonTenant[], userId: string = randomUUID()): Promise<MatrixCaller> {
    for (const one of held)
      if (!Object.values(members).includes(userId))
        await harness.createUser(
          { id: one.tenant, code: '' },
          { id: userId, roles: one.roles, isInTheTenant: !one.discharged, isOnHold: one.onHold ?? false },
        );
    return { name, credential: 'access-token', token: await sign(await account(userId)), person: { userId, tenants: held } };
  }

  async function device(name: string, tenant: TestTenant, member: string, revoked = false): Promise<MatrixCaller> {
    const secret = createHash('sha256').update(randomBytes(32)).digest();
    const [row] = await harness.asOwner<{ id: string }>(
      'insert into vigil.devices (tenant_id, user_id, label, secret_sha256, revoked_at) values ($1, $2, $3, $4, $5) returning id',
      [tenant.id, member, name, secret, revoked ? new Date(harness.clock.now()) : null],
    );
    const claims = { sub: row?.id, device_id: row?.id, user_id: member, tenant_id: tenant.id };
    return { name, credential: revoked ? 'revoked' : 'access-token', token: await sign(claims), device: { member, tenant: tenant.id } };
  }

  /** Somebody who was in the tenant, with what took them out of it. */
  async function gone(name: string, column: 'removed_at' | 'deactivated_at'): Promise<MatrixCaller> {
    const made = await person(name, [{ tenant: own.id, roles: ['nurse'], discharged: true }]);
    await harness.asOwner(`update vigil.users set is_in_the_tenant = true, ${column} = now() where id = $1`, [made.person?.userId]);
    return made;
  }

  /** The band of somebody who has been discharged. */
  async function deviceOfOneWhoLeft(): Promise<MatrixCaller> {
    const { id: member } = await harness.createUser(own, { isInTheTenant: false });
    const made = await device('the device of a discharged member', own, member);
    return { ...made, device: { member, tenant: own.id, memberHasLeft: true } };
  }

  const nurseId = randomUUID();
  const nurse = await person('a nurse', [{ tenant: own.id, roles: ['nurse'] }], nurseId);
  const claims = await account(nurseId);
  const bad = (name: string, token: string | null, credential: MatrixCaller['credential'] = 'worthless'): MatrixCaller => ({
    name,
    credential,
    token,
    ...(nurse.person && { person: nurse.person }),
  });
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const standard = { iss: identity.issuer, aud: apiAudience, iat: now, exp: now + 900 };
  const publicKey = { ...keys.signing, d: undefined };

  return [
    nurse,
    ...(await Promise.all(
      roles.filter((role) => role !== 'nurse').map((role: Role) => person(`role ${role}`, [{ tenant: own.id, roles: [role] }])),
    )),
    await person('an administrator who is also a provider', [{ tenant: own.id, roles: ['tenant_admin', 'md'] }]),
    await person('the member', [{ tenant: own.id, roles: ['patient'] }], members.own),
    await person('a discharged nurse', [{ tenant: own.id, roles: ['nurse'], discharged: true }]),
    await gone('a removed nurse', 'removed_at'),
    await gone('a nurse whose account is switched off', 'deactivated_at'),
    await person('a nurse on hold', [{ tenant: own.id, roles: ['nurse'], onHold: true }]),
    await person('a member on hold', [{ tenant: own.id, roles: ['patient'], onHold: true }]),
    await person('an administrator on hold', [{ tenant: own.id, roles: ['tenant_admin'], onHold: true }]),
    await deviceOfOneWhoLeft(),
    await person('a nurse in two tenants', [
      { tenant: own.id, roles: ['nurse'] },
      { tenant: foreign.id, roles: ['nurse'] },
    ]),
    await person('a nurse here, administrator there', [
      { tenant: own.id, roles: ['nurse'] },
      { tenant: foreign.id, roles: ['tenant_admin'] },
    ]),
    await person('a provider here who holds a denied role there', [
      { tenant: own.id, roles: ['md'] },
      { tenant: foreign.id, roles: ['aristotle'] },
    ]),
    await person('a provider of the foreign tenant', [{ tenant: foreign.id, roles: ['md'] }]),
    await person('a nurse without assignments', [{ tenant: assigned.id, roles: ['nurse'] }]),
    await person('a nurse assigned to the member', [{ tenant: assigned.id, roles: ['nurse'], assigned: [members.assigned] }]),
    await person('an administrator of the tenant with assignments', [{ tenant: assigned.id, roles: ['tenant_admin'] }]),
    await person('an observer of the tenant with assignments', [{ tenant: assigned.id, roles: ['observer'] }]),
    {
      name: 'an account without a user',
      credential: 'access-token',
      token: await sign(await account(null)),
      person: { userId: null, tenants: [] },
    },
    await device('the member’s device', own, members.own),
    await device('another member’s device', own, members.neighbour),
    await device('a device of the foreign tenant', foreign, members.foreign),
    await device('the member’s revoked device', own, members.own, true),
    bad('no token', null, 'none'),
    bad('an expired token', await sign(claims, { expires: now - 1 }), 'expired'),
    bad('the ID token', await sign(claims, { typ: 'JWT', audience: config.oidcClientId }), 'id-token'),
    bad('a token with a forged signature', await sign(claims, { key: otherKey })),
    bad(
      'a token with a changed claim',
      (await sign(claims)).replace(/\.[^.]+\./, `.${encoded({ ...claims, ...standard, extension_healthId: members.own })}.`),
    ),
    bad('a token without a signature (alg none)', `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded({ ...claims, ...standard })}.`),
    bad(
      'a token signed with the public key as a secret',
      await new SignJWT({ ...claims, ...standard })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keys.signing.kid })
        .sign(Buffer.from(JSON.stringify(publicKey))),
    ),
    bad('a token of a sign-in that has ended', await sign({ ...claims, grant_id: randomUUID() })),
    bad('a token that does not name its sign-in', await sign({ ...claims, grant_id: undefined })),
    bad('a token that does not say when the person signed in', await sign({ ...claims, auth_time: undefined })),
    bad('a token for another audience', await sign(claims, { audience: 'urn:another:api' })),
    bad('a token of another issuer', await sign(claims, { issuer: 'https://issuer.example' })),
    bad('an ID token that calls itself an access token', await sign(claims, { audience: config.oidcClientId })),
    bad('something that is no token', 'nonsense'),
  ];
}
