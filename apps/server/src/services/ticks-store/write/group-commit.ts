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
  /**
   * Between the starts of two groups, as long as there is company to wait for: what a group costs whatever its size is paid
   * less often. Zero for none.
   */
  readonly spacingMs: number;
  /** A group of this size need not wait for more. */
  readonly enough: number;
  /** Groups on their way at once: one is being sent while the other is being written. */
  readonly maxInFlight: number;
}

export interface GroupCommit<Item> {
  /** Resolves when the item has been committed. */
  add(item: Item, size: number): Promise<void>;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
}

/** Where an item waited and none joined it, none is waited for so long: somebody sends one after the other. */
const aloneMs = 1_000;

/** Joins what arrives at about the same time, so that many small callers share the price of one fsync. */
export function createGroupCommit<Item>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  let queue: Waiting<Item>[] = [];
  let queuedSize = 0;
  let inFlight = 0;
  let linger: NodeJS.Timeout | undefined;
  let startedMs = Number.NEGATIVE_INFINITY;
  let aloneUntilMs = Number.NEGATIVE_INFINITY;
  let idleWaiters: (() => void)[] = [];

  function pump(): void {
    clearTimeout(linger);
    linger = undefined;
    while (queue.length > 0 && inFlight < options.maxInFlight) void fly(takeGroup());
  }

  /** How long what waits has to wait for company yet. */
  function restMs(): number {
    const nowMs = performance.now();
    return queuedSize >= options.enough || nowMs < aloneUntilMs ? 0 : startedMs + options.spacingMs - nowMs;
  }

  function pumpInTime(atLeastMs: number): void {
    const waitMs = Math.max(restMs(), atLeastMs);
    if (waitMs <= 0) {
      pump();
      return;
    }
    const spaced = waitMs > options.lingerMs;
    linger ??= setTimeout(() => {
      if (spaced && queue.length === 1) aloneUntilMs = performance.now() + aloneMs;
      pump();
    }, waitMs);
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
    startedMs = performance.now();
    try {
      await options.commit(group.map((waiting) => waiting.item));
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    } finally {
      inFlight -= 1;
      if (queue.length > 0) pumpInTime(0);
      else if (inFlight === 0) settleIdle();
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
        if (queuedSize >= options.enough) pump();
        // While a group is on its way the next one gathers by itself; only an idle writer has to wait for company.
        else if (inFlight === 0) pumpInTime(options.lingerMs);
      });
    },
    async idle() {
      if (queue.length === 0 && inFlight === 0) return;
      await new Promise<void>((resolve) => idleWaiters.push(resolve));
    },
  };
}
