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
import type { Sms } from '#platform/sms/sms.ts';
import { createAccountPost } from './account-post.ts';
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
import { createInvitations, type Invitations } from './invitations.ts';
import { loadIdentityKeys } from './keys.ts';
import { createLinkRules } from './link-rules.ts';
import { mountIdentity } from './mount.ts';
import { createOfferedInvitations, type OfferedInvitations } from './offered-invitations.ts';
import { createOneTimeLinks } from './one-time-links.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createOwnAccount, type OwnAccount } from './own/own-account.ts';
import { createOwnSessions } from './own-sessions.ts';
import { type InvitationTexts, invitationTexts } from './pages/invitation-mail.ts';
import type { Language } from './pages/messages.ts';
import { mountPages } from './pages/mount-pages.ts';
import { providerPages } from './pages/provider-pages.ts';
import { identityPersonalData } from './personal-data.ts';
import { createProvider } from './provider.ts';
import { createPageOwners } from './quick-unlock/page-owner.ts';
import { createPins } from './quick-unlock/pins.ts';
import { createSessionLocks } from './quick-unlock/session-locks.ts';
import { createSessionRules } from './quick-unlock/session-rule.ts';
import { createRelyingParties, type RelyingParties } from './relying-parties.ts';
import { createRequestGate } from './request-gate.ts';
import { createRequestLimit } from './request-limit.ts';
import { createSecondFactorRequirement } from './second-factor/requirement.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createTenantHosts, type TenantHosts } from './tenant-hosts.ts';
import { createThrottle } from './throttle.ts';
import { createTokens } from './tokens.ts';
import type { Account, NewAccount, TokenVerifier, VerifiedPerson } from './types.ts';

export { demoAccounts, demoPassword } from './demo-accounts.ts';
export type { DemonstrationLeftovers } from './demonstration.ts';
export type { OfferedInvitations } from './offered-invitations.ts';
export type { OwnAccount } from './own/own-account.ts';
export type { OwnCaller } from './own/own-caller.ts';
export type { InvitationTexts } from './pages/invitation-mail.ts';
export type { TenantHosts } from './tenant-hosts.ts';
export { apiAudience, type NewAccount } from './types.ts';

export interface IdentityOptions {
  readonly config: Config;
  readonly database: Database;
  readonly people: Pick<People, 'accounts' | 'join' | 'membershipsOf' | 'newcomers' | 'privacy' | 'rolesOf'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly mail: Mail;
  readonly sms: Pick<Sms, 'post' | 'carries'>;
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
  /** What people do about their own sign-in: password, sessions, second factor. */
  readonly own: Pick<OwnAccount, 'password' | 'quickUnlock' | 'secondFactor' | 'secondFactorReset' | 'sessions'>;
  /** Forgets what is believed of an account for some seconds, and reads a token of either kind. Null for one that proves nobody. */
  refresh(subject: string, token: string): Promise<VerifiedPerson | null>;
  readonly accounts: {
    /** Makes an account, or brings the one with this name up to date with what is given. */
    create(account: NewAccount): Promise<Account>;
    /** Also one that is off: disabled, or the demonstration's without the demonstration. */
    findByEmail(email: string): Promise<Account | null>;
    /** Takes away the second factors that visitors of a demonstration have set up: each would keep the next visitor out. */
    letNextVisitorIn(): Promise<void>;
  };
  readonly invitations: Invitations;
  /** Whether a phone number can be signed in with: this server keeps the accounts, and text messages can be sent. */
  readonly signsInByPhone: boolean;
  /** Applications of others that people sign in to with their account here. */
  readonly clients: RelyingParties;
  /** Invitations of people who stand in the tenant's lists already. */
  readonly offered: OfferedInvitations;
  /** What is written to somebody with the link of their invitation. Throws not_found when there is no such tenant. */
  invitationTexts(tenantId: string): Promise<(link: { token: string; expiresAtMs: number }, language: Language) => InvitationTexts>;
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
  const { bus, clock, config, database, log, people } = options;
  const post = createAccountPost(options.mail, options.sms);
  const signsInByPhone = config.oidcIssuer === undefined && options.sms.carries;
  const issuer = `${config.publicUrl}/idp`;
  // Every process of a cluster must open the same keys: with a database of its own the secret follows from its address' password, else it is the data directory's.
  const sealingSecret = config.databaseUrl ? new URL(config.databaseUrl).password : options.secrets.cookies;
  const keys = await loadIdentityKeys({ database, sealingSecret, clock, log });
  const accounts = createAccounts({ database, people, clock, demonstration: config.demo });
  const devices = createDeviceDirectory(database, config.demo);
  const hosts = createTenantHosts(config, database);
  const identityLinks = createIdentityLinks(database, clock, accounts);
  const sessionRules = createSessionRules(people, hosts);
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
  const sessionLocks = createSessionLocks(database, clock, config.oidcClientId);
  const provider = createProvider({
    browserRecords,
    issuer,
    database,
    clock,
    log,
    keys,
    accounts,
    sessionRules,
    sessionLocks,
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
  const linkRules = createLinkRules(people, hosts);
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
    linkRules,
    events,
    post,
    clock,
    log,
    endSessionsOfAccount: sessions.endOfAccount,
  });
  const secondFactors = createSecondFactors({ database, clock, log, keys, sealingSecret, throttle, events });
  const isRequired = createSecondFactorRequirement(people, hosts);
  const pins = createPins({ database, clock, events });
  const ownSessions = createOwnSessions({ database, clock, events, locks: sessionLocks, ended: signInEnded });
  const own = createOwnAccount({
    ...{ config, clock, post, keys, people, hosts, accounts, throttle, links, events, gate, signIn, secondFactors, isRequired },
    ...{ linkRules, pins, sessionRules, sessionLocks },
    sessions: ownSessions,
    endSessionsOfAccount: sessions.endOfAccount,
  });
  const cleaning = createCleaning({ database, clock, log });
  const subscriptions = [
    bus.subscribe('device.revoked', ({ deviceId }) => tokens.forgetDevice(deviceId)),
    bus.subscribe('user.changed', () => tokens.forgetAccounts()),
    bus.subscribe('sign-in.ended', ({ accountId }) => tokens.forgetAccount(accountId)),
  ];

  const mountOwnPages = (scope: FastifyInstance) =>
    mountPages(scope, {
      ...{ provider, config, hosts, keys, clock, browserRecords, accounts, links, invitations, events, signIn },
      ...{ signsInByPhone, pins, sessionRules, sessionLocks, endSession: ownSessions.end, ownerOf: createPageOwners(people, hosts) },
      ...{ secondFactors, isRequired, tellOwner: own.tell, endSessionsOfAccount: sessions.endOfAccount },
    });

  return {
    issuer,
    hosts,
    own,
    signsInByPhone,
    invitations,
    offered: createOfferedInvitations(clock),
    clients: createRelyingParties({ database, clock, people: external === null }),
    verifyToken: tokens.verifyToken,
    accounts: {
      async create(account) {
        const made = await accounts.create(account);
        tokens.forgetAccount(made.id);
        return publicPart(made);
      },
      async findByEmail(email) {
        const known = await accounts.knownByName(email);
        return known && publicPart(known);
      },
      async letNextVisitorIn() {
        await secondFactors.removeOf(await accounts.ofDemonstration(), 'second-factor-reset', null);
      },
    },
    mount: (app) => mountIdentity(app, { provider, hosts, log, gate, browserRecords, pages: config.oidcIssuer ? null : mountOwnPages }),

    async refresh(subject, token) {
      tokens.forgetAccount(subject);
      const found = await tokens.verifyToken(token, { idToken: true }).catch(nullIfRefused);
      return found?.kind === 'person' ? found : null;
    },

    demonstrationLeftovers: () => readDemonstrationLeftovers(database),
    issueToken: operatorTokens.issue,
    endSessions: sessions.endOfUser,
    personalData: identityPersonalData({ database, ...people.privacy, endSessions: sessions.endOfUser }),

    async acceptInvitation({ subject, verifiedEmail, userId }) {
      if (verifiedEmail === null)
        throw new VigilError(
          'forbidden',
          'The e-mail address of this account has not been confirmed, so no invitation can be found for it.',
        );
      const accepted = await invitations.accept({ address: verifiedEmail, userId });
      if (config.oidcIssuer) await identityLinks.link(config.oidcIssuer, subject, accepted.userId);
      external?.forget();
      tokens.forgetAccount(subject);
      await events.record({ event: 'account-created', outcome: 'succeeded', accountId: isUuid(subject) ? subject : null, ip: null });
      return accepted;
    },

    async invitationTexts(tenantId) {
      const tenant = await hosts.tenantById(tenantId);
      if (!tenant) throw new VigilError('not_found', 'There is no such tenant.');
      const origin = hosts.homeOf(tenant);
      return (link, language) => invitationTexts({ ...link, tenant, language, origin, external: external !== null });
    },

    settled: afterwards.settled,

    async stop() {
      for (const end of subscriptions) end();
      await afterwards.settled();
      await cleaning.stop();
    },
  };
}

function publicPart({ id, email, phoneNumber, emailVerified, userId, hasPassword }: Account): Account {
  return { id, email, phoneNumber, emailVerified, userId, hasPassword };
}

/** A token that proves nobody is an answer; a store that is away is a failure. */
function nullIfRefused(error: unknown): null {
  if (error instanceof VigilError && error.status === 401) return null;
  throw error;
}
