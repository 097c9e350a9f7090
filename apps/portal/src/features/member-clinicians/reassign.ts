import { ApiError } from '@vigil/contract/client';
import { mayHaveHappened } from '#lib/failures.ts';

/**
 * How a reassignment ended: done, or which half failed and why. After `removal` nothing has changed, and after `assigning` the
 * first half has; unless the answer of that half was lost, and with it whether it was done.
 */
export type Reassigned =
  | { readonly done: true }
  | { readonly done: false; readonly failed: 'removal' | 'assigning'; readonly reason: string; readonly lost: boolean };

interface Halves {
  readonly remove: () => Promise<unknown>;
  readonly assign: () => Promise<unknown>;
  /** The answer to a removal was lost before: that it is not assigned any more is what was wanted. */
  readonly mayBeRemoved?: boolean;
}

export const answerLost = (failure: unknown): boolean => failure instanceof ApiError && mayHaveHappened(failure);
const failedHalf = (failed: 'removal' | 'assigning', failure: unknown): Reassigned => ({
  ...{ done: false, failed },
  ...{ reason: failure instanceof Error ? failure.message : '', lost: answerLost(failure) },
});

/**
 * Removes the old assignment, and stops if that fails; then assigns the new one, and stops if that fails (specification,
 * "Reassigning a clinician"). Never throws: it says which half happened.
 */
export async function reassign({ remove, assign, mayBeRemoved = false }: Halves): Promise<Reassigned> {
  try {
    await remove();
  } catch (failure) {
    const isRemoved = mayBeRemoved && failure instanceof ApiError && failure.status === 404;
    if (!isRemoved) return failedHalf('removal', failure);
  }
  try {
    await assign();
  } catch (failure) {
    return failedHalf('assigning', failure);
  }
  return { done: true };
}
