import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { SignInEvents } from '../events.ts';
import type { IdentityKeys } from '../keys.ts';
import { seal, unseal } from '../sealing.ts';
import { accountPolicy } from '../throttle.rules.ts';
import { addressCounter, type Throttle } from '../throttle.ts';
import { canonicalRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { createSecondFactorStore } from './second-factor.store.ts';
import { newSecret, stepOf } from './totp.ts';

export interface SecondFactorsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: Pick<IdentityKeys, 'mac'>;
  /** Not kept in the database: what sits there is useless without it. */
  readonly sealingSecret: string;
  readonly throttle: Throttle;
  readonly events: SignInEvents;
}

export interface CodeAttempt {
  readonly accountId: string;
  /** As typed: a code of the authenticator, or a recovery code. */
  readonly code: string;
  readonly ip: string;
}

export type CodeResult = { readonly kind: 'right' | 'wrong' } | { readonly kind: 'locked'; readonly retryInMs: number };

/** The authenticators of accounts and their recovery codes. */
export function createSecondFactors(options: SecondFactorsOptions) {
  const { clock, events, keys, log, throttle } = options;
  const store = createSecondFactorStore(options.database);
  const macOf = (accountId: string, canonicalCode: string) => keys.mac('recovery-code', `${accountId}:${canonicalCode}`);
  const counterOf = (accountId: string) => `second-factor:${accountId}`;

  function freshCodes(accountId: string): { codes: string[]; macs: Buffer[] } {
    const codes = newRecoveryCodes();
    return { codes, macs: codes.map((code) => macOf(accountId, canonicalRecoveryCode(code) ?? '')) };
  }

  /** The account stands in the sealed text, so that no row passes for another's. */
  function openedSecret(accountId: string, sealedSecret: Buffer): string | null {
    const [owner, secret] = (unseal(options.sealingSecret, sealedSecret) ?? '').split(' ');
    if (owner === accountId && secret) return secret;
    log.error({ accountId }, 'a second factor was sealed by another installation and cannot be checked: its owner needs a reset');
    return null;
  }

  async function isRight({ accountId, code }: CodeAttempt): Promise<boolean> {
    const recovery = canonicalRecoveryCode(code);
    if (recovery !== null) return store.takeRecoveryCode(accountId, macOf(accountId, recovery), clock.now());
    const factor = await store.read(accountId);
    const secret = factor && openedSecret(accountId, factor.sealedSecret);
    const step = secret ? stepOf(secret, code.replace(/\s/g, ''), clock.now()) : null;
    return step !== null && store.takeStep(accountId, step);
  }

  return {
    /** Null: signing in to the account takes one factor. */
    stateOf: async (accountId: string) => {
      const factor = await store.read(accountId);
      return factor && { addedMs: factor.addedMs, recoveryCodesLeft: factor.recoveryCodesLeft };
    },

    /** A secret that nothing keeps yet. */
    newSecret,

    /** Keeps an authenticator that shows the right code. Answers its recovery codes; `exists` when the account has one already. */
    async add(accountId: string, secret: string, code: string, ip: string): Promise<readonly string[] | 'wrong' | 'exists'> {
      const atMs = clock.now();
      const step = stepOf(secret, code.replace(/\s/g, ''), atMs);
      if (step === null) return 'wrong';
      const { codes, macs } = freshCodes(accountId);
      const sealedSecret = seal(options.sealingSecret, `${accountId} ${secret}`);
      if (!(await store.add({ accountId, sealedSecret, step, atMs, codeMacs: macs }))) return 'exists';
      await events.record({ event: 'second-factor-added', outcome: 'succeeded', accountId, ip });
      return codes;
    },

    /** Takes one code. Each is good once; attempts are counted before they are looked at. */
    async check(attempt: CodeAttempt): Promise<CodeResult> {
      const { accountId, ip } = attempt;
      const own = counterOf(accountId);
      const shared = addressCounter(ip);
      const start = await throttle.begin([{ subject: own, policy: accountPolicy }, shared]);
      const record = (outcome: 'succeeded' | 'refused' | 'locked') => events.record({ event: 'second-factor', outcome, accountId, ip });
      if (!start.allowed) {
        await record('locked');
        return { kind: 'locked', retryInMs: start.retryAtMs - clock.now() };
      }
      if (!(await isRight(attempt))) {
        await record('refused');
        return { kind: 'wrong' };
      }
      await throttle.forgive([own]);
      await throttle.takeBack(shared.subject);
      await record('succeeded');
      return { kind: 'right' };
    },

    /** Earlier ones stop working. */
    async renewRecoveryCodes(accountId: string, ip: string): Promise<readonly string[]> {
      const { codes, macs } = freshCodes(accountId);
      await store.replaceRecoveryCodes(accountId, macs);
      await events.record({ event: 'recovery-codes', outcome: 'succeeded', accountId, ip });
      return codes;
    },

    /** Answers which of the accounts had one. A lock for wrong codes goes with it. */
    async removeOf(
      accountIds: readonly string[],
      event: 'second-factor-removed' | 'second-factor-reset',
      ip: string | null,
    ): Promise<readonly string[]> {
      const removed = await store.remove(accountIds);
      for (const accountId of removed) {
        await throttle.forgive([counterOf(accountId)]);
        await events.record({ event, outcome: 'succeeded', accountId, ip });
      }
      return removed;
    },
  };
}
export type SecondFactors = ReturnType<typeof createSecondFactors>;
