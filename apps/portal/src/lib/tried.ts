import { mostReplaced } from '@vigil/contract/alerts-on-call.values';
import { useRef } from 'react';
import * as z from 'zod/mini';

/** What was sent, as it was: its answer may be lost. */
export const triedShape = z.object({ id: z.string(), content: z.string(), earlier: z.optional(z.array(z.string())) });

export interface Tried {
  readonly id: string;
  /** All that it said, as text that compares. */
  readonly content: string;
  /** The ids of what said something else before, the last tries at the end: each may have been stored. */
  readonly earlier?: readonly string[] | undefined;
}

/**
 * What is sent under which id. The same thing sent again keeps its id, so that nothing is made twice; one that was changed
 * meanwhile is another: under the old id the server would answer with the first, or refuse it for ever.
 */
export function tryOf(draft: { readonly id: string; readonly tried?: Tried | undefined }, content: string): Tried {
  if (draft.tried?.content === content) return draft.tried;
  if (!draft.tried) return { id: draft.id, content };
  return { id: crypto.randomUUID(), content, earlier: [...(draft.tried.earlier ?? []), draft.tried.id].slice(-mostReplaced) };
}

/** What to send something under, for a form that keeps no draft: see `tryOf`. */
export function useTried(): (content: string) => Tried {
  const draft = useRef<Pick<Tried, 'id'> & { readonly tried?: Tried }>({ id: crypto.randomUUID() });
  return (content) => {
    const tried = tryOf(draft.current, content);
    draft.current = { id: draft.current.id, tried };
    return tried;
  };
}
