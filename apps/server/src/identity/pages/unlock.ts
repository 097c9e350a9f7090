import type Provider from 'oidc-provider';
import type { Accounts, StoredAccount } from '../accounts.ts';
import type { OwnSessions } from '../own-sessions.ts';
import type { PageOwner } from '../quick-unlock/page-owner.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionLocks } from '../quick-unlock/session-locks.ts';
import type { SessionRules } from '../quick-unlock/session-rule.ts';
import { endedSince } from '../sessions.rules.ts';
import type { PageRequest } from './page-request.ts';
import { pinsUsedUp, unlockPage } from './unlock-page.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export interface UnlockOptions {
  readonly provider: Provider;
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly pins: Pick<Pins, 'areUsedUp' | 'check'>;
  readonly sessionRules: Pick<SessionRules, 'of'>;
  readonly sessionLocks: Pick<SessionLocks, 'open'>;
  readonly endSession: OwnSessions['end'];
  readonly ownerOf: (account: StoredAccount) => Promise<PageOwner>;
}

/** Asked because the session is locked, or because the portal wants to know that the person is there: no other doubt is settled by a PIN. */
const settledByPin = ['session_locked', 'login_prompt'];

/** Opening a session that stands with its owner’s PIN. The sign-in keeps its time and its factors: a PIN makes it no longer. */
export function createUnlock({ provider, accounts, pins, sessionRules, sessionLocks, endSession, ownerOf }: UnlockOptions) {
  /** The account whose session a PIN opens here; null where the person has to sign in. */
  async function lockedAccount({ params, prompt, session }: Interaction): Promise<{ account: StoredAccount; uid: string } | null> {
    const client = await provider.Client.find(String(params.client_id));
    if (!session || !client?.first_party || !prompt.reasons.every((reason) => settledByPin.includes(reason))) return null;
    const [account, standing] = await Promise.all([accounts.findById(session.accountId), provider.Session.findByUid(session.uid)]);
    if (!account || !standing || endedSince(account, standing.loginTs)) return null;
    return (await sessionRules.of(account)).unusedSeconds === null ? null : { account, uid: session.uid };
  }

  return {
    /** The page that asks for the PIN; null where it opens nothing. */
    async ask(page: PageRequest, interaction: Interaction) {
      const locked = page.field('with') === 'password' ? null : await lockedAccount(interaction);
      if (!locked || (await pins.areUsedUp(locked.account.id))) return null;
      return page.send(unlockPage(page, { owner: await ownerOf(locked.account), problem: null }));
    },

    /** Back to the request that was begun, or the page again; null where a PIN opens nothing any more. */
    async answer(page: PageRequest, interaction: Interaction) {
      const locked = await lockedAccount(interaction);
      if (!locked) return null;
      const { account, uid } = locked;
      const { messages, reply, request } = page;
      const result = await pins.check(account.id, page.field('pin'), request.ip);
      if (result === 'wrong')
        return page.send(unlockPage(page, { owner: await ownerOf(account), problem: messages.text('unlock.refused') }), 401);
      if (result === 'used-up') {
        await endSession(account.id, uid, request.ip);
        return page.send(pinsUsedUp(page), 401);
      }
      await sessionLocks.open(account.id, uid);
      const { loginTs: ts, amr, acr } = (await provider.Session.findByUid(uid)) ?? {};
      const login = { accountId: account.id, ...(ts !== undefined && { ts }), ...(amr && { amr }), ...(acr !== undefined && { acr }) };
      const returnTo = await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false });
      return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
    },
  };
}
export type Unlock = ReturnType<typeof createUnlock>;
