import { VigilError } from '@vigil/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { People } from '#people/index.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import { createAccounts, isUuid } from './accounts.ts';
import { createAfterwards } from './afterwards.ts';
import { createBrowserRecords } from './browser-records.ts';
import { createCleaning } from './cleaning.ts';
import { createClients, createDeviceDirectory } from './clients.ts';
import { type DemonstrationLeftovers, readDemonstrationLeftovers } from './demonstration.ts';
import { createSignInEvents } from './events.ts';
import { createExternalIssuer } from './external.ts';
import { createGrants } from './grants.ts';
import { createIdentityLinks } from './identity-links.ts';
import { createInvitations, type Invitations, type NewInvitation } from './invitations.ts';
import { loadIdentityKeys } from './keys.ts';
import { mountIdentity } from './mount.ts';
import { createOneTimeLinks } from './one-time-links.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createConsent } from './pages/consent.ts';
import { mountInteraction } from './pages/interaction.ts';
import { mountInvitationPage } from './pages/invitation.ts';
import { invitationMail } from './pages/invitation-mail.ts';
import { createKnownBrowsers } from './pages/known-browser.ts';
import { mountLinkPages } from './pages/links.ts';
import type { Language } from './pages/messages.ts';
import { createPageRequest, type PageRequest } from './pages/page-request.ts';
import { providerPages } from './pages/provider-pages.ts';
import { identityPersonalData } from './personal-data.ts';
import { createProvider } from './provider.ts';
import { startSession } from './provider-session.ts';
import { createRelyingParties, type RelyingParties } from './relying-parties.ts';
import { createRequestGate } from './request-gate.ts';
import { createRequestLimit } from './request-limit.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createTenantHosts, type TenantHosts } from './tenant-hosts.ts';
import { createThrottle } from './throttle.ts';
import { createTokens } from './tokens.ts';
import type { Account, NewAccount, TokenVerifier } from './types.ts';

export { demoAccounts, demoPassword } from './demo-accounts.ts';
export type { DemonstrationLeftovers } from './demonstration.ts';
export type { TenantHosts } from './tenant-hosts.ts';
export { apiAudience, type NewAccount } from './types.ts';

export interface IdentityOptions {
  readonly config: Config;
  readonly database: Database;
  readonly people: Pick<People, 'join' | 'membershipsOf' | 'rolesOf' | 'privacy'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mail;
  readonly secrets: Pick<Secrets, 'cookies'>;
  readonly bus: Bus;
}

/** Who people and devices are: the OpenID provider under /idp, its accounts, and the checking of tokens. */
export interface Identity extends TokenVerifier {
  /** Issuer of the embedded provider: PUBLIC_URL with /idp. */
  readonly issuer: string;
  /** Serves the provider and its pages under /idp. */
  mount(app: FastifyInstance): void;
  /**
   * An access token of 900 s for an account, for the operator's tool and for tests. `tenantCode` makes it act in that
   * tenant. Throws not_found when there is no such account or tenant, forbidden when the account's user is no member.
   */
  issueToken(request: { email: string; tenantCode?: string | undefined }): Promise<string>;
  /** Ends every session of a user: refresh tokens, sessions (prompt=none then needs a sign-in) and tokens given out before. */
  endSessions(userId: string): Promise<void>;
  readonly accounts: {
    /** Makes an account, or brings the one with this address up to date with what is given. */
    create(account: NewAccount): Promise<Account>;
    /** Also one that is off: disabled, or the demonstration's without the demonstration. */
    findByEmail(email: string): Promise<Account | null>;
  };
  readonly invitations: Invitations;
  /** Applications of others that people sign in to with their account here. */
  readonly clients: RelyingParties;
  /** Keeps an invitation and e-mails its link. Throws not_found when there is no such tenant. */
  invite(invitation: NewInvitation, language?: Language): Promise<{ id: string; expiresAtMs: number }>;
  /** Makes a person of the call POST /user/api/v3/accounts the user of an open invitation. Throws forbidden when none is open. */
  acceptInvitation(person: { subject: string; verifiedEmail: string | null; userId: string | null }): ReturnType<Invitations['accept']>;
  readonly hosts: TenantHosts;
  /** How people sign in, for exports and erasures. */
  readonly personalData: PersonalData;
  /** What a demonstration has left in the database: off unless DEMO=1. */
  demonstrationLeftovers(): Promise<DemonstrationLeftovers>;
  /** Resolves when every mail that was asked for has been handed over. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { bus, clock, config, database, log, mail, people } = options;
  const issuer = `${config.publicUrl}/idp`;
  // Every process of a cluster must open the same keys: with a database of its own the secret follows from its address' password, else it is the data directory's.
  const sealingSecret = config.databaseUrl ? new URL(config.databaseUrl).password : options.secrets.cookies;
  const keys = await loadIdentityKeys({ database, sealingSecret, clock, log });
  const accounts = createAccounts({ database, people, clock, demonstration: config.demo });
  const devices = createDeviceDirectory(database, config.demo);
  const hosts = createTenantHosts(config, database);
  const identityLinks = createIdentityLinks(database, clock, accounts);
  const external = config.oidcIssuer
    ? createExternalIssuer({ issuer: config.oidcIssuer, clientId: config.oidcClientId, links: identityLinks, clock, log })
    : null;
  const tokens = createTokens({
    issuer,
    clientId: config.oidcClientId,
    keys,
    accounts,
    devices,
    grantHolds: createGrants(database, clock),
    clock,
    external,
  });
  const signInEnded = (accountId: string) => {
    tokens.forgetAccount(accountId);
    bus.publish('sign-in.ended', { accountId });
  };
  const browserRecords = createBrowserRecords(keys, clock);
  const gate = createRequestGate(config, clock);
  const provider = createProvider({
    browserRecords,
    issuer,
    database,
    clock,
    log,
    keys,
    accounts,
    clients: createClients({ config, database, devices, hosts }),
    devices,
    readAccessToken: tokens.readAccessToken,
    grantEnded: signInEnded,
    pages: providerPages,
  });
  provider.on('authorization.accepted', ({ req }) => gate.signedIn(req));
  const events = createSignInEvents(database, clock, log);
  const sessions = createSessions({ database, clock, events, ended: signInEnded });
  const operatorTokens = createOperatorTokens({ database, people, accounts, events, sign: tokens.issueToken });
  const links = createOneTimeLinks(database, clock);
  const invitations = createInvitations({ database, people, clock, bus });
  const throttle = createThrottle(database, clock, keys);
  const afterwards = createAfterwards(log);
  const mailLimit = createRequestLimit({ burst: config.signInMailsPerHour, refillMs: 3_600_000 }, clock);
  const mails = { take: () => mailLimit.take('') === 0 };
  const signIn = createSignIn({
    afterwards,
    mails,
    accounts,
    throttle,
    links,
    events,
    mail,
    clock,
    log,
    endSessionsOfAccount: sessions.endOfAccount,
  });
  const cleaning = createCleaning({ database, clock, log });
  const subscriptions = [
    bus.subscribe('device.revoked', ({ deviceId }) => tokens.forgetDevice(deviceId)),
    bus.subscribe('user.changed', () => tokens.forgetAccounts()),
  ];

  function mountPages(scope: FastifyInstance): void {
    const page = createPageRequest({ browserRecords, keys, hosts });
    const consent = createConsent({ provider, accounts, events });
    mountInteraction(scope, { provider, config, hosts, signIn, consent, knownBrowsers: createKnownBrowsers(keys), page });
    mountLinkPages(scope, {
      accounts,
      links,
      signIn,
      page,
      startSession: (it: PageRequest, accountId, signedInAt) => startSession(provider, it, accountId, signedInAt),
    });
    mountInvitationPage(scope, { accounts, invitations, events, page });
  }

  return {
    issuer,
    hosts,
    invitations,
    clients: createRelyingParties({ database, clock, people: external === null }),
    verifyToken: tokens.verifyToken,
    accounts: {
      async create(account) {
        const made = await accounts.create(account);
        tokens.forgetAccount(made.id);
        return publicPart(made);
      },
      async findByEmail(email) {
        const known = await accounts.knownByEmail(email);
        return known && publicPart(known);
      },
    },
    mount: (app) => mountIdentity(app, { provider, hosts, log, gate, browserRecords, pages: config.oidcIssuer ? null : mountPages }),

    demonstrationLeftovers: () => readDemonstrationLeftovers(database),
    issueToken: operatorTokens.issue,
    endSessions: sessions.endOfUser,
    personalData: identityPersonalData({ database, isElsewhere: people.privacy.isElsewhere, endSessions: sessions.endOfUser }),

    async acceptInvitation({ subject, verifiedEmail, userId }) {
      if (verifiedEmail === null)
        throw new VigilError(
          'forbidden',
          'The e-mail address of this account has not been confirmed, so no invitation can be found for it.',
        );
      const accepted = await invitations.accept({ email: verifiedEmail, userId });
      if (config.oidcIssuer) await identityLinks.link(config.oidcIssuer, subject, accepted.userId);
      external?.forget();
      tokens.forgetAccount(subject);
      await events.record({ event: 'account-created', outcome: 'succeeded', accountId: isUuid(subject) ? subject : null, ip: null });
      return accepted;
    },

    async invite(invitation, language = 'en') {
      const tenant = await hosts.tenantById(invitation.tenantId);
      if (!tenant) throw new VigilError('not_found', 'There is no such tenant.');
      const { id, token, expiresAtMs } = await invitations.create(invitation);
      mail.post(
        invitationMail({
          to: invitation.email,
          tenant,
          token,
          expiresAtMs,
          language,
          origin: hosts.homeOf(tenant),
          external: external !== null,
        }),
      );
      return { id, expiresAtMs };
    },

    settled: afterwards.settled,

    async stop() {
      for (const end of subscriptions) end();
      await afterwards.settled();
      await cleaning.stop();
    },
  };
}

function publicPart({ id, email, emailVerified, userId, hasPassword }: Account): Account {
  return { id, email, emailVerified, userId, hasPassword };
}
