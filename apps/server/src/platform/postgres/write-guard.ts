import { AsyncLocalStorage } from 'node:async_hooks';

/** What may be stored by work that is under way, as whoever has it done judges at that moment. */
export interface WriteGuard {
  /** Whether it may write by now. Until then its transactions can only read. */
  mayWrite(): boolean;
  /** Throws where nothing of it may be stored any more. Asked before each transaction and its commit. */
  requireKept(): void;
}

const guards = new AsyncLocalStorage<WriteGuard>();

/** Does the work under a guard, which every transaction that it begins obeys. */
export const guarded = <T>(guard: WriteGuard, work: () => T): T => guards.run(guard, work);

/** The guard of the work that asks, if it has one. */
export const guardHere = (): WriteGuard | undefined => guards.getStore();
