import { useSyncExternalStore } from 'react';

/** A value outside React that components can follow. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * A store kept in local storage under `key` and followed across tabs. `read` turns what was kept into a value, or gives the
 * default for null and for anything it does not recognise, since a person or an older version may have written it.
 */
export function createLocalStore<T>(key: string, read: (kept: unknown) => T): Store<T> & { readonly key: string } {
  const store = createStore(read(keptIn(key)));
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) store.set(read(keptIn(key)));
  });
  return {
    ...store,
    key,
    set(next) {
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or closed to this page: the choice holds until the tab closes.
      }
      store.set(next);
    },
  };
}

function keptIn(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
