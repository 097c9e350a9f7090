import type { ListSearch } from './list-search.ts';

interface WholeList<Row, Sort extends string> {
  /** What a row is found by. */
  readonly text: (row: Row) => string;
  /** What each column is ordered by; null comes last. */
  readonly keys: Readonly<Record<Sort, (row: Row) => string | number | null>>;
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A page of a list that the server answers whole, searched and ordered as its address says. For lists of a few hundred rows. */
export function pageOfWhole<Row, Sort extends string>(
  rows: readonly Row[],
  { q, sort, order, page, size }: ListSearch & { readonly sort: Sort },
  { text, keys }: WholeList<Row, Sort>,
): { content: Row[]; totalElements: number } {
  const words = plain(q).split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => words.every((word) => plain(text(row)).includes(word)));
  const way = order === 'desc' ? -1 : 1;
  const key = keys[sort];
  const sorted = found.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return way * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
  });
  return { content: sorted.slice((page - 1) * size, page * size), totalElements: sorted.length };
}
