import type { signInMethods } from '@vigil/contract/login.values';
import type { FastifyReply } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { type Accounts, type StoredAccount, signInNameOf } from '../accounts.ts';
import type { SealedSteps } from '../sealed-steps.ts';
import type { SecondFactorRequirement } from '../second-factor/requirement.ts';
import type { SecondFactors } from '../second-factor/second-factors.ts';
import { notice } from './layout.ts';
import { waitText } from './messages.ts';
import type { PageRequest } from './page-request.ts';
import { codePage, enrolmentPage, recoveryCodesPage } from './second-step-pages.ts';

type Method = (typeof signInMethods)[number];

/** A sign-in that has all the factors that it needs. */
export interface FinishedSignIn {
  readonly accountId: string;
  /** Seconds since 1970. */
  readonly signedInAt: number;
  /** RFC 8176. */
  readonly methods: readonly Method[];
}

/** Starts a session of the account in this browser. */
export type StartSession = (page: PageRequest, signIn: FinishedSignIn) => Promise<void>;

/** A first factor that was right. */
interface FirstFactor {
  readonly account: StoredAccount;
  readonly signedInAt: number;
  readonly method: 'pwd' | 'mail';
  /** What the sign-in belongs to: only there can it go on. */
  readonly place: string;
}

/** What a page carries, sealed, to the next one. */
export interface SignInStep {
  readonly next: 'code' | 'enrol' | 'finish';
  readonly accountId: string;
  readonly signedInAt: number;
  readonly method: 'pwd' | 'mail';
  readonly place: string;
  readonly beganMs: number;
  /** Of the authenticator that is being set up. */
  readonly secret?: string;
}

/** Either the sign-in is finished, or a page has been sent that asks for more. */
export type StepResult = { readonly finished: FinishedSignIn } | { readonly reply: FastifyReply };

export interface SecondStepOptions {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly clock: Clock;
  readonly isRequired: SecondFactorRequirement;
  readonly secondFactors: SecondFactors;
  readonly steps: SealedSteps<SignInStep>;
  /** Tells the owner of an account by e-mail that it has a second factor now. */
  readonly added: (page: PageRequest, account: StoredAccount) => Promise<void>;
}

/**
 * What comes after the password or the mailed link: the code of an authenticator where the account has one, setting one up
 * where a tenant requires it, nothing otherwise. What was proven so far is carried by the pages, so nothing is kept of those
 * who do not go on.
 */
export function createSecondStep(options: SecondStepOptions) {
  const { accounts, secondFactors, steps } = options;

  async function after(page: PageRequest, { account, ...first }: FirstFactor): Promise<StepResult> {
    const step = { ...first, accountId: account.id, beganMs: options.clock.now() };
    if (await secondFactors.stateOf(account.id)) return { reply: showCode(page, { ...step, next: 'code' }, null) };
    if (await options.isRequired(account.userId))
      return { reply: showEnrolment(page, account, { ...step, next: 'enrol', secret: secondFactors.newSecret() }, null) };
    return { finished: { accountId: account.id, signedInAt: first.signedInAt, methods: [first.method] } };
  }

  /** The answer to a page of this step. Null when it is too old, or was begun elsewhere: the sign-in starts again. */
  async function answer(page: PageRequest, place: string): Promise<StepResult | null> {
    const step = steps.take(page.field('step'));
    const account = step?.place === place ? await accounts.findById(step.accountId) : null;
    // A password that was changed meanwhile was perhaps changed because of this sign-in.
    if (!step || !account || (account.passwordChangedMs ?? 0) > step.beganMs) return null;
    if (step.next === 'finish') return { finished: finishedOf(step) };
    return step.next === 'code' ? takeCode(page, step) : enrol(page, account, step);
  }

  async function takeCode(page: PageRequest, step: SignInStep): Promise<StepResult> {
    const { messages, request } = page;
    const result = await secondFactors.check({ accountId: step.accountId, code: page.field('code'), ip: request.ip });
    if (result.kind === 'right') return { finished: finishedOf(step) };
    if (result.kind === 'locked') return { reply: locked(page, result.retryInMs) };
    return { reply: showCode(page, step, messages.text('code.refused')) };
  }

  async function enrol(page: PageRequest, account: StoredAccount, step: SignInStep): Promise<StepResult> {
    const { messages, request } = page;
    const codes = await secondFactors.add(account.id, step.secret ?? '', page.field('code'), request.ip);
    if (codes === 'wrong') return { reply: showEnrolment(page, account, step, messages.text('enrol.refused')) };
    // Set up in another tab meanwhile: its codes are good here too.
    if (codes === 'exists') return { reply: showCode(page, { ...step, next: 'code' }, null) };
    await options.added(page, account);
    const { secret: _done, ...rest } = step;
    return { reply: page.send(recoveryCodesPage(page, { step: steps.put({ ...rest, next: 'finish' }), codes })) };
  }

  function showCode(page: PageRequest, step: SignInStep, problem: string | null): FastifyReply {
    return page.send(codePage(page, { step: steps.put(step), problem }), problem === null ? 200 : 401);
  }

  function showEnrolment(page: PageRequest, account: StoredAccount, step: SignInStep, problem: string | null): FastifyReply {
    const view = { step: steps.put(step), secret: step.secret ?? '', email: signInNameOf(account), problem };
    return page.send(enrolmentPage(page, view), problem === null ? 200 : 400);
  }

  return { after, answer };
}
export type SecondStep = ReturnType<typeof createSecondStep>;

function finishedOf({ accountId, method, signedInAt }: SignInStep): FinishedSignIn {
  return { accountId, signedInAt, methods: [method, 'otp', 'mfa'] };
}

function locked({ messages, reply, send }: PageRequest, retryInMs: number): FastifyReply {
  reply.header('retry-after', Math.ceil(retryInMs / 1000));
  return send(
    notice(messages, {
      title: 'locked.title',
      text: messages.text('locked.text', { wait: waitText(messages, retryInMs) }),
      hint: messages.text('code.lockedHint'),
      link: { href: '/', label: 'back' },
    }),
    429,
  );
}
