/** Work that waits to be committed together. */
interface Waiting<Item> {
  readonly item: Item;
  readonly size: number;
  resolve(): void;
  reject(error: unknown): void;
}

export interface GroupCommitOptions<Item> {
  /** Stores all items or none; what it throws reaches every caller of the group. */
  readonly commit: (items: readonly Item[]) => Promise<void>;
  /** A group takes more items until it is so large; an item larger than that goes alone. */
  readonly maxGroupSize: number;
  /** How long the first item of an idle moment waits for company. */
  readonly lingerMs: number;
  /** Groups on their way at once: one is being sent while the other is being written. */
  readonly maxInFlight: number;
}

export interface GroupCommit<Item> {
  /** Resolves when the item has been committed. */
  add(item: Item, size: number): Promise<void>;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
}

/** Joins what arrives at about the same time, so that many small callers share the price of one fsync. */
export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  let queue: Waiting<Item>[] = [];
  let queuedSize = 0;
  let inFlight = 0;
  let linger: NodeJS.Timeout | undefined;
  let idleWaiters: (() => void)[] = [];

  function pump(): void {
    clearTimeout(linger);
    linger = undefined;
    while (queue.length > 0 && inFlight < options.maxInFlight) void fly(takeGroup());
  }

  function takeGroup(): Waiting<Item>[] {
    let count = 0;
    let size = 0;
    for (const waiting of queue) {
      if (count > 0 && size + waiting.size > options.maxGroupSize) break;
      size += waiting.size;
      count += 1;
    }
    const group = queue.slice(0, count);
    queue = queue.slice(count);
    queuedSize -= size;
    return group;
  }

  async function fly(group: Waiting<Item>[]): Promise<void> {
    inFlight += 1;
    try {
      await options.commit(group.map((waiting) => waiting.item));
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    } finally {
      inFlight -= 1;
      pump();
      if (inFlight === 0) settleIdle();
    }
  }

  function settleIdle(): void {
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const resolve of waiters) resolve();
  }

  return {
    add(item, size) {
      return new Promise((resolve, reject) => {
        queue.push({ item, size, resolve, reject });
        queuedSize += size;
        if (queuedSize >= options.maxGroupSize) pump();
        // While a group is on its way the next one gathers by itself; only an idle writer has to wait for company.
        else if (inFlight === 0) linger ??= setTimeout(pump, options.lingerMs);
      });
    },
    async idle() {
      if (queue.length === 0 && inFlight === 0) return;
      await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}
