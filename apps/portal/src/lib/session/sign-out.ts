import { login, registry } from '@vigil/contract';
import { call } from '../api.ts';
import { noteEnded, noteGone } from './ended.ts';
import type { Identity } from './identity.ts';
import { renewExpiredWith, session, tokens } from './session.ts';

/**
 * Local storage keeps these past sign-out, the first two as specified, and the language that the sign-in page is read in;
 * nothing else of a person's stays on a shared computer. By name: the stores behind them are loaded with the screens, and
 * this before anybody has signed in.
 */
const surviving = ['vigil.unitSystem', 'vigil.glucoseUnit', 'vigil.notifications', 'vigil.language'];

/** In local storage while somebody is signed in: another tab opens without asking, and closes when this one signs out. */
export const signedInHint = 'vigil.signedIn';

/** What is being written, or was written and has not arrived, outlives a session that ended by itself, for the same person (`lib/drafts.ts`). */
const draftPrefix = 'vigil.drafts.';

/** In local storage once a session has ended that nobody chose to leave, and how: so that the other tabs say the same. */
const endedHint = 'vigil.sessionEnded';
type EndedAs = 'ended' | 'locked' | 'gone';
/** Somebody will go on here, and most likely the same person. */
const isResumed = (endedAs: EndedAs | null): boolean => endedAs === 'ended' || endedAs === 'locked';

function clearStorage(keepDrafts: boolean): void {
  const isKept = (name: string) => name === endedHint || (keepDrafts && isDraft(name));
  const names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
  for (const name of names) if (name && !surviving.includes(name) && !isKept(name)) localStorage.removeItem(name);
  clearTab(keepDrafts);
}

const isDraft = (name: string) => name.startsWith(draftPrefix);

function clearTab(keepDrafts: boolean): void {
  for (const name of Object.keys(sessionStorage)) if (!(keepDrafts && isDraft(name))) sessionStorage.removeItem(name);
}

function noteHow(endedAs: EndedAs | null): void {
  if (isResumed(endedAs)) noteEnded(location.pathname + location.search, endedAs === 'locked');
  if (endedAs === 'gone') noteGone();
}

/**
 * A page that was loaded finds the session of this browser ended: nothing of the person's stays but what was being written, and other
 * tabs say the same.
 */
export function noteEndedBefore(): void {
  localStorage.setItem(endedHint, 'ended' satisfies EndedAs);
  clearStorage(true);
}

/** Somebody is signed in from now on: other tabs open without asking. */
export function noteSignedIn(): void {
  localStorage.removeItem(endedHint);
  localStorage.setItem(signedInHint, 'yes');
}

/**
 * Calls back when another tab has signed out, once nothing of the person's is left in this one: it would show a member's data to
 * whoever sits down next. Where the session ended by itself, what is being written here is kept, and the next sign-in says so and
 * leads back, as in the tab that found out. Returns how to stop.
 */
export function onSignOutElsewhere(leaveTab: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== signedInHint || newValue !== null) return;
    const endedAs = localStorage.getItem(endedHint) as EndedAs | null;
    clearTab(isResumed(endedAs));
    noteHow(endedAs);
    leaveTab();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

interface Ending {
  readonly ended?: boolean;
  readonly idle?: boolean;
  readonly gone?: boolean;
}

const lastWork = new Set<() => Promise<void>>();
/** Longer nobody waits for it. Milliseconds. */
const lastWorkMs = 3_000;

/** Names what is to be done while the person is still signed in, as hanging up. A sign-out waits for it. Returns how to take it back. */
export function atSignOut(work: () => Promise<void>): () => void {
  lastWork.add(work);
  return () => lastWork.delete(work);
}

let leaving: Promise<void> | null = null;

/**
 * Signs the person out: ends the sessions on the server (a failure is only logged), forgets everything here, and ends the
 * provider's session, which leads back to the site root. `ended`: nobody chose to leave, so of the sessions on the server only the one
 * of this browser ends; the next sign-in says so, leads back to this address, and what was being written is still there. `gone`: the account no longer exists, so nothing leads back. `idle`: ended for want of
 * activity: where a PIN opens it again, the session is locked instead.
 * Calls while it is under way share the first one.
 */
export function signOut(identity: Identity, { ended = false, gone = false, idle = false }: Ending = {}): Promise<void> {
  leaving ??= leave(identity, gone ? 'gone' : ended ? 'ended' : null, idle).finally(() => {
    leaving = null;
  });
  return leaving;
}

async function leave(identity: Identity, wanted: EndedAs | null, isIdle: boolean): Promise<void> {
  let endedAs = wanted;
  const idToken = tokens.get()?.idToken ?? '';
  renewExpiredWith(null);
  const done = Promise.allSettled([...lastWork].map((work) => work()));
  await Promise.race([done, new Promise((late) => setTimeout(late, lastWorkMs))]);
  try {
    if (isIdle && (await lockOwnSession())) endedAs = 'locked';
    if (endedAs === null) await endAllSessions();
    if (endedAs === 'ended') await endOwnSession();
  } catch (reason) {
    console.error('Failed to invalidate token', reason);
  }
  await identity.forget();
  if (endedAs === null) localStorage.removeItem(endedHint);
  else localStorage.setItem(endedHint, endedAs);
  clearStorage(isResumed(endedAs));
  noteHow(endedAs);
  tokens.set(null);
  if (endedAs === 'locked') identity.leaveLocked();
  else await identity.endSession(idToken);
}

/** As long as the server may take to end sessions: longer nobody waits. */
const quietly = () => ({ quiet: true, signal: AbortSignal.timeout(5000) }) as const;

/** The specified sign-out: whoever leaves by choice is signed out everywhere. */
async function endAllSessions(): Promise<void> {
  const userId = session.get()?.userId;
  if (userId) await call(registry.invalidateAllRefreshTokens, { params: { id: userId } }, quietly());
}

/** Where there is no PIN the server refuses, and the session ends. */
async function lockOwnSession(): Promise<boolean> {
  if (!session.get()?.tenant.roles.includes('patient')) return false;
  return call(login.lockSession, {}, quietly()).then(
    ({ locked }) => locked,
    () => false,
  );
}

/** A browser that was forgotten somewhere must not end the work of the same person in another. */
async function endOwnSession(): Promise<void> {
  if (!session.get()) return;
  const { sessions } = await call(login.listSessions, {}, quietly());
  const own = sessions.find(({ current }) => current);
  if (own) await call(login.endSession, { params: { sessionId: own.id } }, quietly());
}
