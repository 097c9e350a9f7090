import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import type { PanelSet } from '@vigil/contract/metaresources.contract';
import { useCallback, useMemo } from 'react';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { filtersOf, writeFilters } from '#lib/typed-filter.ts';
import { type ListControl, useListSearch } from '#ui/use-list-search.ts';
import { panelSetsQuery } from './api/panel-sets.ts';
import type { PanelSearch } from './panel-search.ts';
import { attentionPanel, type ShownPanel, selectedPanels, shownPanel } from './panels.ts';

export interface PanelControl {
  /** Undefined as long as it is not known which. */
  readonly shown: ShownPanel | undefined;
  readonly sets: readonly PanelSet[] | undefined;
  readonly failure: ApiError | null;
  /** The address, with an order that is one of the panel's columns. */
  readonly list: ListControl<PanelSearch>;
  /** Shows a panel, and again the next time. */
  readonly select: (id: string) => void;
}

/** Which panel is shown: the address first, then what was selected last. */
export function usePanel(): PanelControl {
  const { userId } = useSession();
  const { search, change } = useListSearch<PanelSearch>();
  const kept = useStore(selectedPanels)[userId];
  const { data: sets, error } = useQuery(panelSetsQuery(userId));
  // Where they cannot be loaded, the Default Panel stands in for one's own.
  const known = sets ?? (error ? [] : undefined);
  const shown = useMemo(() => shownPanel(search.panel, kept, known), [search.panel, kept, known]);
  const select = useCallback(
    (id: string) => {
      selectedPanels.set({ ...selectedPanels.get(), [userId]: id });
      change({ panel: id, ...orderOf(id === attentionPanel), filter: '' });
    },
    [userId, change],
  );
  // Somebody who comes without an order in the address, to a panel without reasons, finds names in order.
  const noReasons = shown?.measures != null && search.sort === 'attention';
  const list = { search: noReasons ? { ...search, ...orderOf(false) } : search, change };
  return { shown, sets, failure: error, list, select };
}

const orderOf = (byAttention: boolean) =>
  byAttention ? ({ sort: 'attention', order: 'desc' } as const) : ({ sort: 'lastName', order: 'asc' } as const);

/** What narrows the list besides name and status; null where nothing does. */
export function narrowedOf({ filter, clinician, assignment, cohort }: PanelSearch): Partial<PanelSearch> | null {
  return filter || clinician || cohort || assignment !== 'ALL' ? { filter: '', clinician: '', cohort: '', assignment: 'ALL' } : null;
}

/** The filters of an address, and back. */
export const readNarrowed = ({ filter, clinician, assignment }: PanelSearch) => ({ filters: filtersOf(filter), clinician, assignment });
export const writeNarrowed = ({ filters, ...rest }: Partial<ReturnType<typeof readNarrowed>>): Partial<PanelSearch> => ({
  ...rest,
  ...(filters && { filter: writeFilters(filters) }),
});
