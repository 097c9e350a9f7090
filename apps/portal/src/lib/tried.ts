import { useRef } from 'react';
import * as z from 'zod/mini';

/** What was sent, as it was: its answer may be lost. */
export const triedShape = z.object({ id: z.string(), content: z.string() });

export interface Tried {
  readonly id: string;
  /** All that it said, as text that compares. */
  readonly content: string;
}

/**
 * What is sent under which id. The same thing sent again keeps its id, so that nothing is made twice; one that was changed
 * meanwhile is another: under the old id the server would answer with the first, or refuse it for ever.
 */
export function tryOf(draft: { readonly id: string; readonly tried?: Tried | undefined }, content: string): Tried {
  if (draft.tried?.content === content) return draft.tried;
  return { id: draft.tried ? crypto.randomUUID() : draft.id, content };
}

/** The id to send something under, for a form that keeps no draft: see `tryOf`. */
export function useTried(): (content: string) => string {
  const draft = useRef<Pick<Tried, 'id'> & { readonly tried?: Tried }>({ id: crypto.randomUUID() });
  return (content) => {
    const tried = tryOf(draft.current, content);
    draft.current = { id: draft.current.id, tried };
    return tried.id;
  };
}
