import { type QueryKey, useQueries } from '@tanstack/react-query';

/** Whether each of these questions has been answered or has failed. Asks none of them: whoever shows the answer does. */
export function useKnown(questions: readonly { readonly queryKey: QueryKey }[]): boolean {
  return useQueries({
    queries: questions.map(({ queryKey }) => ({ queryKey, enabled: false })),
    combine: (results) => results.every(({ isPending }) => !isPending),
  });
}
