import type { AccountRow } from '@vigil/contract/registry.contract';
import { useState } from 'react';

/** Which rows of the page on screen are chosen. Who has left the page is chosen no more: nothing is done to people unseen. */
export function useSelection(rows: readonly AccountRow[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = (rows ?? []).filter(({ id }) => ids.has(id));
  return {
    rows: chosen,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    all: () => setIds(new Set(rows?.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
export type Selection = ReturnType<typeof useSelection>;
