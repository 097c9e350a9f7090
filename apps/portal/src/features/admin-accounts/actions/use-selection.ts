import type { AccountRow } from '@vigil/contract/registry.contract';
import { useRef, useState } from 'react';

/** Everybody who matches the search and the filters, whatever the page. */
export interface Matching {
  /** The search and the filters: with others, other people are meant. */
  readonly key: string;
  readonly fetch: () => Promise<readonly AccountRow[]>;
}

/**
 * Which rows are chosen: of the page on screen, or, once they were asked for, of all that match. Who has left the page, or matches no
 * more, is chosen no more: nothing is done to people unseen.
 */
export function useSelection(rows: readonly AccountRow[] | undefined, matching?: Matching) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [beyond, setBeyond] = useState<{ readonly key: string; readonly rows: readonly AccountRow[] } | null>(null);
  const [isFetching, setFetching] = useState(false);
  const last = useRef<string | null>(null);
  const all = beyond && beyond.key === matching?.key ? beyond.rows : null;
  const chosen = (all ?? rows ?? []).filter(({ id }) => ids.has(id));
  const clear = () => {
    setIds(new Set());
    setBeyond(null);
  };
  return {
    rows: chosen,
    /** Some of those chosen may stand on other pages. */
    isBeyondPage: all !== null,
    isWholePage: rows !== undefined && rows.length > 0 && rows.every(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    /** With `throughLast` the same becomes of every row between this one and the one before. */
    toggle(id: string, throughLast = false) {
      const isOn = !ids.has(id);
      const places = [last.current, id].map((one) => rows?.findIndex((row) => row.id === one) ?? -1);
      const [from, to] = [Math.min(...places), Math.max(...places)];
      const meant = throughLast && from >= 0 ? (rows?.slice(from, to + 1).map((row) => row.id) ?? [id]) : [id];
      last.current = id;
      setIds((before) => {
        const next = new Set(before);
        for (const one of meant)
          if (isOn) next.add(one);
          else next.delete(one);
        return next;
      });
    },
    page: () => setIds(new Set(rows?.map(({ id }) => id))),
    isFetching,
    /** Throws nothing: where they cannot be fetched, the page stays chosen. */
    everybody:
      matching &&
      (async () => {
        setFetching(true);
        try {
          const found = await matching.fetch();
          setBeyond({ key: matching.key, rows: found });
          setIds(new Set(found.map(({ id }) => id)));
        } catch {
          // The portal has told it.
        } finally {
          setFetching(false);
        }
      }),
    clear,
  };
}
export type Selection = ReturnType<typeof useSelection>;
