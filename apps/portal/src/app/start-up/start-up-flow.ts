import { user } from '@vigil/contract';
import { ApiError } from '@vigil/contract/client';
import { isDenied } from '@vigil/domain/roles';
import { call } from '#lib/api.ts';
import { ConfigurationError, configuration, loadConfiguration, loadTenantConfiguration } from '#lib/configuration.ts';
import { userIdOf } from '#lib/session/claims.ts';
import { takeEnded, takeGone } from '#lib/session/ended.ts';
import { createIdentity, type Identity, ownPath } from '#lib/session/identity.ts';
import { wasIdle } from '#lib/session/idle.ts';
import { isSignInAsked, laterOf, needsInteraction, startRenewal } from '#lib/session/renewal.ts';
import { extendSessionWith, renewExpiredWith, session, type Tokens, tokens } from '#lib/session/session.ts';
import { noteEndedBefore, noteSignedIn, signedInHint } from '#lib/session/sign-out.ts';
import { isRefusal, isRevoked, mayRenewLater, ProviderAway, type Retry, retryAfter } from './passing-failures.ts';
import { keepTenant, keptTenantId, selectionOf, settleTenant, type TenantChoice } from './tenant-choice.ts';

/** Why the sign-in screen is shown, where it is not simply the beginning. */
export type SignInNotice = 'account-created' | 'refused' | 'idle' | 'ended' | 'locked' | 'gone';

/** What the start-up shows; `ready` opens the main app. */
export type Stage =
  | { readonly kind: 'loading' }
  /** With `retry`, what failed may pass. */
  | { readonly kind: 'configuration-error'; readonly detail: string; readonly retry: Retry | null }
  /** Nobody answers who could say whether the person may come in. `signedIn`: there is a session, and it is kept. */
  | { readonly kind: 'unavailable'; readonly signedIn: boolean; readonly retry: Retry }
  | { readonly kind: 'sign-in'; readonly identity: Identity; readonly notice: SignInNotice | null }
  | { readonly kind: 'no-permission'; readonly identity: Identity }
  | { readonly kind: 'choose-tenant'; readonly identity: Identity; readonly choices: readonly TenantChoice[]; readonly userId: string }
  /** The landing page: for anyone, whether signed in or not. */
  | { readonly kind: 'welcome' }
  | { readonly kind: 'ready'; readonly identity: Identity };

/**
 * From a blank page to the stage that has to be shown: configuration, session, roles, tenant. Never rejects: a failure is a stage,
 * and where it may pass, the start-up can be begun again from the start.
 */
export async function startUp(): Promise<Stage> {
  try {
    return await begin();
  } catch (reason) {
    console.error('The start-up failed', reason);
    if (reason instanceof ConfigurationError && reason.status !== 0)
      return { kind: 'configuration-error', detail: reason.message, retry: reason.mayPass ? retryAfter(reason) : null };
    return { kind: 'unavailable', signedIn: localStorage.getItem(signedInHint) !== null, retry: retryAfter(reason) };
  }
}

async function begin(): Promise<Stage> {
  const loaded = await loadConfiguration();
  configuration.set(loaded);
  if (isLandingPage(location.pathname)) return { kind: 'welcome' };
  const identity = createIdentity(loaded.identity);
  const signedIn = await findTokens(identity);
  if (signedIn === 'redirecting') return { kind: 'loading' };
  if (signedIn === 'none') return { kind: 'sign-in', identity, notice: noticeOfEnd() };
  if (signedIn === 'refused' || signedIn === 'idle' || signedIn === 'ended') return { kind: 'sign-in', identity, notice: signedIn };
  tokens.set(signedIn);
  noteSignedIn();
  const stage = await enter(identity).catch((reason) => leftBehind(identity, reason));
  // Only now: a start-up that failed on the way renews at its next try, and must not leave a second renewal running.
  if (tokens.get()) keepRenewed(identity);
  return stage;
}

const isGone = (reason: unknown) => reason instanceof ApiError && reason.code === 'account_gone';

/** The sign-in of an account that no longer exists is forgotten here too; every other failure is thrown on. */
async function leftBehind(identity: Identity, reason: unknown): Promise<Stage> {
  if (!isGone(reason)) throw reason;
  await identity.forget();
  localStorage.removeItem(signedInHint);
  tokens.set(null);
  history.replaceState(null, '', '/');
  return { kind: 'sign-in', identity, notice: 'gone' };
}

/** The address of a tenant's landing page. */
const isLandingPage = (pathname: string) => /^\/welcome\/?$/.test(pathname);

/** Says that a session ended by itself or was locked, and goes back to where that was, so that signing in leads there. */
function noticeOfEnd(): SignInNotice | null {
  if (takeGone()) {
    history.replaceState(null, '', '/');
    return 'gone';
  }
  const ended = takeEnded();
  if (ended === null) return null;
  history.replaceState(null, '', ownPath(ended.address));
  return ended.isLocked ? 'locked' : 'ended';
}

/**
 * Tokens from the provider's answer, from before a reload, or by way of the session that another tab began. Throws ProviderAway
 * where the renewal failed for a reason that may pass and no token that is still good is held.
 */
async function findTokens(identity: Identity): Promise<Tokens | 'none' | 'refused' | 'idle' | 'ended' | 'redirecting'> {
  try {
    const completed = await identity.completeSignIn(new URL(location.href));
    if (completed) {
      history.replaceState(null, '', completed.returnTo);
      return completed.tokens;
    }
  } catch (reason) {
    history.replaceState(null, '', '/');
    console.error('Sign-in failed', reason);
    return 'refused';
  }
  const held = await identity.held();
  const known = held !== null || localStorage.getItem(signedInHint) !== null;
  if (!known && !providerIsHere()) return 'none';
  if (wasIdle(configuration.get()?.app.idleTimerTimeout ?? Number.POSITIVE_INFINITY, Date.now())) {
    await identity.forget();
    return 'idle';
  }
  try {
    return laterOf(held, await (known ? identity.renewSilently() : within(firstLookMs, identity.renewSilently())));
  } catch (reason) {
    // Nobody said that somebody is signed in: the look was only worth a try.
    if (!known) return 'none';
    if (providerIsHere() && (isSignInAsked(reason) || isRevoked(reason))) return takeUpHere(identity, reason);
    const isGood = held !== null && held.expiresAt * 1000 > Date.now();
    if (needsInteraction(reason) || (isGood && isRevoked(reason))) {
      await identity.signIn(location.pathname + location.search);
      return 'redirecting';
    }
    console.error('Silent token refresh failed', reason);
    if (isGood) return held;
    if (mayRenewLater(reason)) throw new ProviderAway(reason);
    return 'none';
  }
}

/**
 * The provider on this origin is asked once more, by its own session alone: tokens that were taken back may be of a renewal whose answer
 * got lost. Where it knows nobody any more the session has ended, and the sign-in page says so before a password is asked for.
 */
async function takeUpHere(identity: Identity, reason: unknown): Promise<Tokens | 'ended' | 'redirecting'> {
  await identity.forget();
  try {
    if (isRevoked(reason)) return await identity.renewSilently();
  } catch (again) {
    if (!isSignInAsked(again)) {
      await identity.signIn(location.pathname + location.search);
      return 'redirecting';
    }
  }
  noteEndedBefore();
  return 'ended';
}

/** How long a visitor waits for the look whether the provider knows them. Milliseconds. */
const firstLookMs = 3000;

/**
 * Whether the provider is on this origin. Then its session, as a link from a mail begins one, is found in one quick call that
 * no browser blocks. A provider elsewhere is asked only by somebody who was signed in here, or who presses the button.
 */
function providerIsHere(): boolean {
  const authority = configuration.get()?.identity.authority;
  return authority !== undefined && new URL(authority, location.href).origin === location.origin;
}

function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The identity provider did not answer in time.')), milliseconds)),
  ]);
}

function keepRenewed(identity: Identity): void {
  const renewal = startRenewal({
    current: tokens.get,
    keep: tokens.set,
    renewSilently: identity.renewSilently,
    redirect: () => identity.signIn(location.pathname + location.search),
    now: Date.now,
  });
  renewExpiredWith(renewal.renewNow);
  extendSessionWith(async () => tokens.set(laterOf(tokens.get(), await identity.renewSession())));
  const stop = tokens.subscribe(() => {
    if (tokens.get()) return;
    renewal.stop();
    stop();
  });
}

/** Roles, then the tenant. Only a refusal means that there is no permission; every other failure is thrown. */
async function enter(identity: Identity): Promise<Stage> {
  const held = tokens.get();
  if (!held) return { kind: 'sign-in', identity, notice: null };
  const withIdToken = { headers: { authorization: `Bearer ${held.idToken}` }, quiet: true };
  const known = await call(user.getRoles, {}, withIdToken).catch(nullIfRefused);
  if (!known || isDenied(known.roles)) return { kind: 'no-permission', identity };
  if (known.roles.length === 0) {
    const created = await call(user.createAccount, {}, withIdToken).catch(nullIfRefused);
    return created ? { kind: 'sign-in', identity, notice: 'account-created' } : { kind: 'no-permission', identity };
  }
  const userId = known.userId ?? userIdOf(held.accessToken);
  const choices = await tenantsOf(
    userId,
    known.roles.includes('patient'),
    known.roles.some((role) => role !== 'patient'),
  ).catch(nullIfRefused);
  if (!choices) return { kind: 'no-permission', identity };
  const settled = settleTenant(choices, {
    host: configuration.get()?.tenant.id ?? null,
    link: new URLSearchParams(location.search).get('tenant_id'),
    stored: keptTenantId(),
  });
  if (settled === 'none') return { kind: 'no-permission', identity };
  if (settled === 'ask') return { kind: 'choose-tenant', identity, choices, userId };
  return openTenant(identity, userId, settled, choices.length > 1 && !configuration.get()?.tenant.id);
}

function nullIfRefused(reason: unknown): null {
  if (isRefusal(reason) && !isGone(reason)) return null;
  throw reason;
}

/** The patient role looks among patients' tenants, any other among clinicians'; whoever is both is offered both. */
async function tenantsOf(userId: string, asPatient: boolean, asStaff: boolean): Promise<TenantChoice[]> {
  const types = [...(asPatient ? (['patients'] as const) : []), ...(asStaff ? (['clinicians'] as const) : [])];
  const lists = await Promise.all(types.map((type) => call(user.getTenants, { params: { type, userId } }, { quiet: true })));
  const byId = new Map<string, TenantChoice>();
  for (const choice of lists.flat()) {
    const before = byId.get(choice.tenantUuid);
    byId.set(choice.tenantUuid, before ? { ...before, role: [...new Set([...before.role, ...choice.role])] } : choice);
  }
  return [...byId.values()];
}

/** Enters a tenant: keeps the choice, reads the tenant's configuration, opens the session. */
export async function openTenant(identity: Identity, userId: string, choice: TenantChoice, severalTenants: boolean): Promise<Stage> {
  const held = configuration.get();
  if (held && held.tenant.id !== choice.tenantUuid) configuration.set(await loadTenantConfiguration(held, choice.tenantUuid));
  const tenant = selectionOf(choice);
  keepTenant(tenant);
  session.set({ userId, tenant, severalTenants });
  return { kind: 'ready', identity };
}
