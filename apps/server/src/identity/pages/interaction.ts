import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { Config } from '#platform/config.ts';
import { demoAccounts, demoPassword } from '../demo-accounts.ts';
import { linkMinutes } from '../one-time-links.ts';
import { loginOf } from '../provider-session.ts';
import type { Pins } from '../quick-unlock/pins.ts';
import type { SessionLocks } from '../quick-unlock/session-locks.ts';
import type { SignIn } from '../sign-in.ts';
import type { TenantHosts } from '../tenant-hosts.ts';
import type { Consent } from './consent.ts';
import { contentPolicy } from './content-policy.ts';
import type { KnownBrowsers } from './known-browser.ts';
import { notice } from './layout.ts';
import { waitText } from './messages.ts';
import type { createPageRequest, PageRequest } from './page-request.ts';
import type { SecondStep, StepResult } from './second-step.ts';
import { signInPage } from './sign-in-page.ts';
import type { Unlock } from './unlock.ts';

export interface InteractionOptions {
  readonly provider: Provider;
  readonly config: Pick<Config, 'demo'>;
  readonly hosts: TenantHosts;
  readonly signIn: SignIn;
  readonly signsInByPhone: boolean;
  readonly consent: Consent;
  readonly knownBrowsers: KnownBrowsers;
  readonly secondStep: SecondStep;
  readonly pins: Pick<Pins, 'forgive'>;
  readonly sessionLocks: Pick<SessionLocks, 'open'>;
  readonly unlock: Unlock;
  readonly page: ReturnType<typeof createPageRequest>;
}

/** The pages for signing in and for consent, which the provider sends people to in the middle of an authorisation request. */
export function mountInteraction(app: FastifyInstance, options: InteractionOptions): void {
  const { provider, signIn } = options;

  app.get(
    '/interaction/:uid',
    options.page(async (page) => {
      const interaction = await begun(page);
      if (interaction.prompt.name === 'consent') return options.consent.ask(page, interaction);
      const { params } = interaction;
      return (await options.unlock.ask(page, interaction)) ?? fillIn(page, typeof params.login_hint === 'string' ? params.login_hint : '');
    }),
  );

  app.post(
    '/interaction/:uid',
    options.page(async (page) => {
      const interaction = await begun(page);
      if (interaction.prompt.name === 'consent') return options.consent.answer(page, interaction);
      if (page.field('step')) return secondStepAnswered(page);
      const action = page.field('action');
      if (action === 'unlock') return (await options.unlock.answer(page, interaction)) ?? fillIn(page, '');
      if (action === 'demo' && options.config.demo) return fillIn(page, page.field('email'));
      if (action === 'magic') return sendMagicLink(page);
      return password(page);
    }),
  );

  /** The authorisation request behind the page. Throws unless this browser has the interaction's own cookie. */
  async function begun({ reply, request }: PageRequest) {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== (request.params as { uid: string }).uid) throw new errors.SessionNotFound('another interaction');
    // The provider has checked the address; signing in ends there, perhaps at another host of the portal.
    const formsLeadTo = URL.parse(String(interaction.params.redirect_uri))?.origin ?? null;
    reply.raw.setHeader('content-security-policy', contentPolicy({ framed: false, formsLeadTo }));
    return interaction;
  }

  async function password(page: PageRequest) {
    const { messages, request } = page;
    const email = page.field('email');
    if (!email.trim() || !page.field('password'))
      return page.send(
        await form(page, { email, problem: messages.text(options.signsInByPhone ? 'signIn.missingByPhone' : 'signIn.missing') }),
        400,
      );
    const result = await signIn.withPassword({
      name: email,
      password: page.field('password'),
      ip: request.ip,
      knownBrowser: options.knownBrowsers.countersOf(request),
    });
    if (result.kind === 'locked') return locked(page, result.retryInMs);
    if (result.kind === 'refused')
      return page.send(
        await form(page, { email, problem: messages.text(options.signsInByPhone ? 'signIn.refusedByPhone' : 'signIn.refused') }),
        401,
      );
    const { account, signedInAt } = result;
    return goOn(page, await options.secondStep.after(page, { account, signedInAt, method: 'pwd', place: placeOf(page) }));
  }

  async function secondStepAnswered(page: PageRequest) {
    const result = await options.secondStep.answer(page, placeOf(page));
    return result ? goOn(page, result) : page.send(await form(page, { email: '', problem: page.messages.text('error.expired') }), 400);
  }

  /** Back to the authorisation request once all factors are there. */
  async function goOn({ reply, request }: PageRequest, result: StepResult) {
    if ('reply' in result) return result.reply;
    options.knownBrowsers.remember(request, reply, result.finished.accountId);
    await options.pins.forgive(result.finished.accountId);
    const session = await provider.Session.get(provider.createContext(request.raw, reply.raw));
    await options.sessionLocks.open(result.finished.accountId, session.uid);
    const { loginTs: ts, ...login } = loginOf(result.finished);
    const returnTo = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { ...login, ts } },
      { mergeWithLastSubmission: false },
    );
    return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  }

  async function sendMagicLink(page: PageRequest) {
    const { messages, origin, request } = page;
    const tenant = await options.hosts.tenantShownAt(request.host);
    const email = page.field('email');
    if (!tenant?.magicLink) return page.send(await form(page, { email, problem: null }), 404);
    if (!email.trim())
      return page.send(
        await form(page, { email, problem: messages.text(options.signsInByPhone ? 'signIn.missingName' : 'signIn.missingEmail') }),
        400,
      );
    signIn.sendLink('magic', { name: email, ip: request.ip, origin, messages });
    return page.send(
      notice(messages, {
        title: options.signsInByPhone ? 'sent.titleByPhone' : 'sent.title',
        text: messages.text(options.signsInByPhone ? 'sent.textByPhone' : 'sent.text', { minutes: linkMinutes.magic }),
        hint: messages.text('sent.hint'),
      }),
    );
  }

  /** The form with an address in it, and with the password of a demonstration account, which everybody knows. */
  async function fillIn(page: PageRequest, email: string) {
    const demo = options.config.demo && demoAccounts.some((account) => account.email === email);
    return page.send(await form(page, { email, password: demo ? demoPassword : undefined, problem: null }));
  }

  async function form(page: PageRequest, given: { email: string; password?: string | undefined; problem: string | null }): Promise<string> {
    const { csrf, messages, request } = page;
    const tenant = await options.hosts.tenantShownAt(request.host);
    return signInPage({
      messages,
      csrf,
      action: request.url,
      tenantName: tenant && (tenant.displayName ?? tenant.code.toUpperCase()),
      magicLink: tenant?.magicLink === true,
      byPhone: options.signsInByPhone,
      demo: options.config.demo ? demoAccounts.filter((account) => tenant === null || account.tenant === tenant.code) : [],
      email: given.email,
      problem: given.problem,
      ...(given.password === undefined ? {} : { password: given.password }),
    });
  }
}

/** A step of one authorisation request is none of another. */
function placeOf({ request }: PageRequest): string {
  return `interaction ${(request.params as { uid: string }).uid}`;
}

function locked({ messages, reply, request, send }: PageRequest, retryInMs: number) {
  reply.header('retry-after', Math.ceil(retryInMs / 1000));
  return send(
    notice(messages, {
      title: 'locked.title',
      text: messages.text('locked.text', { wait: waitText(messages, retryInMs) }),
      hint: messages.text('locked.hint'),
      link: { href: request.url, label: 'backToSignIn' },
      also: { href: '/idp/forgot', label: 'signIn.forgot' },
    }),
    429,
  );
}
