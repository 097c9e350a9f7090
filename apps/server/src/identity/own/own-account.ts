import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { AccountPost } from '../account-post.ts';
import type { Accounts } from '../accounts.ts';
import type { SignInEvents } from '../events.ts';
import type { IdentityKeys } from '../keys.ts';
import type { LinkRules } from '../link-rules.ts';
import type { OneTimeLinks } from '../one-time-links.ts';
import type { OwnSessions } from '../own-sessions.ts';
import { messagesIn } from '../pages/messages.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionLocks } from '../quick-unlock/session-locks.ts';
import type { SessionRules } from '../quick-unlock/session-rule.ts';
import type { RequestGate } from '../request-gate.ts';
import { createSealedSteps } from '../sealed-steps.ts';
import type { SecondFactorRequirement } from '../second-factor/requirement.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import type { SignIn } from '../sign-in.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import type { Throttle } from '../throttle.ts';
import { createOwnAccountOf, type OwnCaller } from './own-caller.ts';
import { createOwnPassword } from './own-password.ts';
import { createOwnQuickUnlock } from './own-quick-unlock.ts';
import { createOwnSecondFactor, type Setup } from './own-second-factor.ts';
import { createPasswordProof } from './password-proof.ts';
import { createSecondFactorReset } from './second-factor-reset.ts';
import { createTellOwner } from './tell-owner.ts';

export interface OwnAccountOptions {
  readonly config: Pick<Config, 'oidcIssuer'>;
  readonly clock: Clock;
  readonly post: AccountPost;
  readonly keys: IdentityKeys;
  readonly people: Pick<People, 'membershipsOf'>;
  readonly hosts: TenantHosts;
  readonly accounts: Accounts;
  readonly throttle: Throttle;
  readonly links: OneTimeLinks;
  readonly linkRules: LinkRules;
  readonly events: SignInEvents;
  readonly gate: RequestGate;
  readonly signIn: SignIn;
  readonly sessions: OwnSessions;
  readonly secondFactors: SecondFactors;
  readonly isRequired: SecondFactorRequirement;
  readonly pins: Pins;
  readonly sessionRules: SessionRules;
  readonly sessionLocks: SessionLocks;
  readonly endSessionsOfAccount: (accountId: string) => Promise<void>;
}

/** What people do about their own sign-in once they are signed in, and what is done for them who cannot. */
export function createOwnAccount(options: OwnAccountOptions) {
  const { accounts, clock, config, hosts, post, sessions } = options;
  const managedBy = config.oidcIssuer ? new URL(config.oidcIssuer).host : null;
  const accountOf = createOwnAccountOf(accounts, managedBy);
  const shared = {
    ...options,
    managedBy,
    accountOf,
    prove: createPasswordProof(options.throttle, clock),
    tell: createTellOwner(post, hosts, options.linkRules),
  };

  return {
    password: createOwnPassword(shared),
    secondFactor: createOwnSecondFactor({
      ...shared,
      setups: createSealedSteps<Setup>(options.keys, clock, 'second-factor-setup'),
      product: messagesIn('en').text('product'),
    }),
    secondFactorReset: createSecondFactorReset(shared),
    quickUnlock: createOwnQuickUnlock(shared),
    sessions: {
      /** Empty where another provider keeps them. */
      async list(caller: OwnCaller) {
        if (managedBy !== null) return { managedBy, sessions: [] };
        return { managedBy, sessions: await sessions.list((await accountOf(caller)).id, caller.grantId) };
      },
      /** False when the caller has no such session. */
      end: async (caller: OwnCaller, sessionId: string) => sessions.end((await accountOf(caller)).id, sessionId, caller.ip),
      endOthers: async (caller: OwnCaller) => sessions.endOthers((await accountOf(caller)).id, caller.grantId, caller.ip),
    },
    /** Tells the owner that the sign-in page has set an authenticator up. */
    tell: shared.tell,
  };
}
export type OwnAccount = ReturnType<typeof createOwnAccount>;
