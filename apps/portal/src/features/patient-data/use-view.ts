import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type PatientView, searchOf, viewOf } from './view.ts';

export interface ViewControl {
  readonly view: PatientView;
  /** Changes what is on screen, and the address with it. A new range or end is a step that Back undoes; the rest replaces. */
  readonly change: (change: Partial<PatientView>) => void;
}

/** The view in the address bar. */
export function useView(): ViewControl {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const view = useMemo(() => viewOf(search), [search]);
  const change = useCallback(
    (changed: Partial<PatientView>) => {
      const replace = changed.range === undefined && changed.end === undefined;
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => searchOf({ ...viewOf(before), ...changed }),
        replace,
        resetScroll: false,
      } as never);
    },
    [navigate],
  );
  return { view, change };
}
