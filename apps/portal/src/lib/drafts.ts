import { useSyncExternalStore } from 'react';
import { session, tokens } from './session/session.ts';
import { createStore, type Store } from './store.ts';

/** Something that a person is writing; `id` tells it from others about the same subject. */
export interface Draft {
  readonly id: string;
}

/** What one person is writing in one tenant, by subject: a member's id, say. */
interface Kept<D> {
  readonly owner: string;
  readonly drafts: Readonly<Record<string, readonly D[]>>;
}

export interface Drafts<D extends Draft> {
  of(subject: string): readonly D[];
  /** Adds a draft, or puts it in the place of the one with its id. */
  put(subject: string, draft: D): void;
  remove(subject: string, id: string): void;
  /** Those that somebody writes about. */
  subjects(): readonly string[];
  readonly subscribe: Store<unknown>['subscribe'];
}

/**
 * What a person writes, kept through failures, other screens and a reload of the page. It is health data: it lies in session
 * storage, which belongs to the tab and ends with it, is cleared when the person signs out (not when a session ends by itself),
 * and what somebody else left there is thrown away unread. `read` gives a draft for what was kept, or null for what it does not recognise.
 */
export function createDrafts<D extends Draft>(name: string, read: (kept: unknown) => D | null): Drafts<D> {
  const key = `vigil.drafts.${name}`;
  return draftsIn(sessionStorage, () => key, read);
}

/**
 * The same for what was sent off and has not arrived yet: it outlives the browser's being closed, in local storage, until it is
 * stored or somebody signs out. The person's tabs share it; each tenant has its own, and what another person left there goes.
 */
export function createOutbox<D extends Draft>(name: string, read: (kept: unknown) => D | null): Drafts<D> {
  const prefix = `vigil.drafts.${name} `;
  const drafts = draftsIn(localStorage, (owner) => `${prefix}${owner}`, read);
  const dropOthers = () => {
    const current = session.get();
    for (const key of current ? Object.keys(localStorage) : [])
      if (key.startsWith(prefix) && !key.endsWith(` ${current?.userId}`)) localStorage.removeItem(key);
  };
  dropOthers();
  session.subscribe(dropOthers);
  return drafts;
}

function draftsIn<D extends Draft>(storage: Storage, keyOf: (owner: string) => string, read: (kept: unknown) => D | null): Drafts<D> {
  const store = createStore<Kept<D>>({ owner: '', drafts: {} });

  /** Of whoever is signed in now. */
  function mine(): Kept<D> {
    const owner = ownerNow();
    if (store.get().owner !== owner) store.set({ owner, drafts: readKept(storage, keyOf(owner), owner, read) });
    return store.get();
  }
  // Another tab has put something in, or has got rid of it: it is read anew.
  addEventListener('storage', ({ storageArea, key }) => {
    if (storageArea === storage && key === keyOf(ownerNow())) store.set({ owner: '', drafts: {} });
  });
  function change(subject: string, to: (drafts: readonly D[]) => readonly D[]): void {
    const { owner, drafts } = mine();
    const { [subject]: before = none, ...others } = drafts;
    const after = to(before);
    const next = { owner, drafts: after.length === 0 ? others : { ...others, [subject]: after } };
    keep(storage, keyOf(owner), next);
    store.set(next);
  }

  return {
    of: (subject) => (mine().drafts[subject] ?? none) as readonly D[],
    put: (subject, draft) =>
      change(subject, (drafts) =>
        drafts.some(({ id }) => id === draft.id) ? drafts.map((one) => (one.id === draft.id ? draft : one)) : [...drafts, draft],
      ),
    remove: (subject, id) => change(subject, (drafts) => drafts.filter((one) => one.id !== id)),
    subjects: () => Object.keys(mine().drafts),
    subscribe: store.subscribe,
  };
}

/** The drafts about a subject, as they are written. */
export function useDrafts<D extends Draft>(drafts: Drafts<D>, subject: string): readonly D[] {
  return useSyncExternalStore(drafts.subscribe, () => drafts.of(subject));
}

const none: readonly never[] = [];

function ownerNow(): string {
  const current = session.get();
  return current ? `${current.tenant.tenant_ID} ${current.userId}` : '';
}

function keep(storage: Storage, key: string, kept: Kept<unknown>): void {
  // A key that is pressed while the page is being left after a sign-out must not fill what was just cleared.
  if (tokens.get() === null) return;
  try {
    if (Object.keys(kept.drafts).length > 0) storage.setItem(key, JSON.stringify(kept));
    else storage.removeItem(key);
  } catch {
    // Storage is full or closed to this page: what is written stays until the page closes.
  }
}

function readKept<D extends Draft>(storage: Storage, key: string, owner: string, read: (kept: unknown) => D | null): Kept<D>['drafts'] {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Kept<unknown> | null;
    if (kept?.owner === owner)
      return Object.fromEntries(
        Object.entries(kept.drafts).map(([subject, drafts]) => [subject, drafts.map(read).filter((draft) => draft !== null)]),
      );
    storage.removeItem(key);
  } catch {
    // What cannot be read was written by nobody who wants it back.
  }
  return {};
}
