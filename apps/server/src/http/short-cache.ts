export interface ShortCache<Value> {
  /** The kept value, or what `load` gives; callers that ask at the same time share one load. A failed load is not kept. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  forget(key: string): void;
  clear(): void;
}

export interface ShortCacheOptions<Value> {
  readonly keepMs: number;
  readonly entries: number;
  /** Answers for which this is false are not kept; by default all are. */
  readonly keep?: (value: Value) => boolean;
  /** A clock that only goes forward; how long something is kept is no question of the calendar. */
  readonly monotonicMs?: () => number;
}

/** Answers kept for a few seconds, so that a page of charts asks the database once who its reader is. */
export function createShortCache<Value>(options: ShortCacheOptions<Value>): ShortCache<Value> {
  const now = options.monotonicMs ?? (() => performance.now());
  const kept = new Map<string, { readonly value: Promise<Value>; readonly until: number }>();
  return {
    get(key, load) {
      const known = kept.get(key);
      if (known && known.until > now()) return known.value;
      const value = load();
      const entry = { value, until: now() + options.keepMs };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > options.entries) kept.delete(kept.keys().next().value as string);
      const drop = () => {
        if (kept.get(key) === entry) kept.delete(key);
      };
      value.then((answer) => {
        if (options.keep && !options.keep(answer)) drop();
      }, drop);
      return value;
    },
    forget: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}
