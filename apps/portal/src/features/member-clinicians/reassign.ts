/** How a reassignment ended: done, or which half failed and why. After `removal` nothing has changed; after `assigning` the first half has. */
export type Reassigned =
  | { readonly done: true }
  | { readonly done: false; readonly failed: 'removal' | 'assigning'; readonly reason: string };

interface Halves {
  readonly remove: () => Promise<unknown>;
  readonly assign: () => Promise<unknown>;
}

const reasonOf = (failure: unknown) => (failure instanceof Error ? failure.message : '');

/**
 * Removes the old assignment, and stops if that fails; then assigns the new one, and stops if that fails (specification,
 * "Reassigning a clinician"). Never throws: it says which half happened.
 */
export async function reassign({ remove, assign }: Halves): Promise<Reassigned> {
  try {
    await remove();
  } catch (failure) {
    return { done: false, failed: 'removal', reason: reasonOf(failure) };
  }
  try {
    await assign();
  } catch (failure) {
    return { done: false, failed: 'assigning', reason: reasonOf(failure) };
  }
  return { done: true };
}
