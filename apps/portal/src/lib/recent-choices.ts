import * as z from 'zod/mini';
import { createLocalStore, type Store } from './store.ts';

/** So many come first when somebody is chosen. */
export const mostRecent = 5;

const kept = z.record(z.string(), z.array(z.string()));

/** What each person chose last on this computer, by their id, the newest first. */
export interface RecentChoices {
  readonly store: Store<Readonly<Record<string, readonly string[]>>>;
  readonly note: (userId: string, key: string) => void;
}

/** Choices that are kept in local storage under `name`. */
export function createRecentChoices(name: string): RecentChoices {
  const store = createLocalStore<Readonly<Record<string, readonly string[]>>>(name, (found) => {
    const read = kept.safeParse(found);
    return read.success ? read.data : {};
  });
  return {
    store,
    note(userId, key) {
      const all = store.get();
      const others = (all[userId] ?? []).filter((one) => one !== key);
      store.set({ ...all, [userId]: [key, ...others].slice(0, mostRecent) });
    },
  };
}

/** Those chosen last come first; the others stay in their order. */
export function recentFirst<Option extends { readonly key: string }>(
  options: readonly Option[],
  recent: readonly string[],
): readonly Option[] {
  const place = ({ key }: Option) => (recent.includes(key) ? recent.indexOf(key) : mostRecent);
  return options.toSorted((a, b) => place(a) - place(b));
}
