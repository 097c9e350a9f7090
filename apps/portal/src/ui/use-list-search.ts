import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListSearch } from '#lib/list-search.ts';

export interface ListControl<Search extends ListSearch> {
  /** What the address says, its defaults filled in by the screen's search schema. */
  readonly search: Search;
  /**
   * Changes what is listed, and the address with it. It starts again at the first page unless `change` names one;
   * `replace` leaves no step for the way back.
   */
  readonly change: (change: Partial<Search>, replace?: boolean) => void;
}

/** The address of the list on screen. `Search` is the output of the search schema that its row in the route table names. */
export function useListSearch<Search extends ListSearch>(): ListControl<Search> {
  const search = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Partial<Search>, replace = false) =>
      // The schema stands in the route table, which the screens do not know: here the address is any list's.
      void navigate({ to: '.', search: (before: Search) => ({ ...before, page: 1, ...changed }), replace } as never),
    [navigate],
  );
  return { search, change };
}
