import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Accounts, StoredAccount } from '../accounts.ts';
import type { BrowserRecords } from '../browser-records.ts';
import type { SignInEvents } from '../events.ts';
import type { Invitations } from '../invitations.ts';
import type { IdentityKeys } from '../keys.ts';
import type { OneTimeLinks } from '../one-time-links.ts';
import type { TellOwner } from '../own/tell-owner.ts';
import type { OwnSessions } from '../own-sessions.ts';
import { startSession } from '../provider-session.ts';
import type { PageOwner } from '../quick-unlock/page-owner.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionLocks } from '../quick-unlock/session-locks.ts';
import type { SessionRules } from '../quick-unlock/session-rule.ts';
import { createSealedSteps } from '../sealed-steps.ts';
import type { SecondFactorRequirement } from '../second-factor/requirement.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { SignIn } from '../sign-in.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import { createConsent } from './consent.ts';
import { mountInteraction } from './interaction.ts';
import { mountInvitationPage } from './invitation.ts';
import { createKnownBrowsers } from './known-browser.ts';
import { mountLinkPages } from './links.ts';
import { createPageRequest } from './page-request.ts';
import { createSecondStep, type SignInStep, type StartSession } from './second-step.ts';
import { createUnlock } from './unlock.ts';

export interface PagesOptions {
  readonly provider: Provider;
  readonly config: Pick<Config, 'demo'>;
  readonly hosts: TenantHosts;
  readonly keys: IdentityKeys;
  readonly clock: Clock;
  readonly browserRecords: BrowserRecords;
  readonly accounts: Accounts;
  readonly links: OneTimeLinks;
  readonly invitations: Invitations;
  readonly events: SignInEvents;
  readonly signIn: SignIn;
  readonly signsInByPhone: boolean;
  readonly secondFactors: SecondFactors;
  readonly isRequired: SecondFactorRequirement;
  readonly pins: Pins;
  readonly sessionRules: SessionRules;
  readonly sessionLocks: Pick<SessionLocks, 'open'>;
  readonly endSession: OwnSessions['end'];
  readonly ownerOf: (account: StoredAccount) => Promise<PageOwner>;
  readonly tellOwner: TellOwner;
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
}

/** The pages of our own under /idp: signing in, consent, links from mails, invitations. */
export function mountPages(scope: FastifyInstance, options: PagesOptions): void {
  const {
    accounts,
    browserRecords,
    clock,
    config,
    events,
    hosts,
    invitations,
    isRequired,
    keys,
    links,
    provider,
    secondFactors,
    signIn,
    signsInByPhone,
  } = options;
  const page = createPageRequest({ browserRecords, keys, hosts });
  const secondStep = createSecondStep({
    ...{ accounts, clock, isRequired, secondFactors },
    steps: createSealedSteps<SignInStep>(keys, clock, 'sign-in'),
    added: async ({ request }, account) => {
      await options.tellOwner(account, 'factorAdded', { host: request.host, language: request.headers['accept-language'] });
    },
  });
  const consent = createConsent({ provider, accounts, events });
  const { endSession, ownerOf, pins, sessionLocks, sessionRules } = options;
  mountInteraction(scope, {
    ...{
      provider,
      config,
      hosts,
      signIn,
      signsInByPhone,
      consent,
      secondStep,
      pins,
      sessionLocks,
      knownBrowsers: createKnownBrowsers(keys),
      page,
    },
    unlock: createUnlock({ provider, accounts, pins, sessionRules, sessionLocks, endSession, ownerOf }),
  });
  const beginSession: StartSession = async (it, done) => {
    await pins.forgive(done.accountId);
    await startSession(provider, it, done);
  };
  mountLinkPages(scope, { accounts, links, signIn, signsInByPhone, secondStep, page, startSession: beginSession });
  mountInvitationPage(scope, {
    ...{ accounts, clock, invitations, events, secondStep, page, startSession: beginSession },
    endSessionsOfAccount: options.endSessionsOfAccount,
  });
}
