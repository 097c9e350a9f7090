import { lastPageNumber, longestSearchText, pageSizes } from '@vigil/contract/paging.values';
import * as z from 'zod/mini';

/** Takes `fallback` where the address has nothing, or nothing that makes sense: a mistyped link still opens. */
const or = <S extends z.core.$ZodType>(schema: S, fallback: z.output<S> & z.core.util.NoUndefined<z.output<S>>) =>
  z._default(z.catch(schema, fallback), fallback);

const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((given) => String(given).trimStart().slice(0, longestSearchText)),
);

/**
 * What the address of every list holds: `page` from 1, as people count, `size`, `sort`, `order` and the searched text `q`.
 * The first of `sortFields`, in `firstOrder`, is the order that a list opens in. A list adds its filters: `z.object({ ...listSearch(…), status })`.
 */
export const listSearch = <const Field extends string>(sortFields: readonly [Field, ...Field[]], firstOrder: 'asc' | 'desc' = 'asc') => ({
  page: or(z.int().check(z.gte(1), z.lte(lastPageNumber)), 1),
  size: or(z.literal(pageSizes), pageSizes[0]),
  sort: or(z.enum(sortFields), sortFields[0]),
  order: or(z.enum(['asc', 'desc']), firstOrder),
  q: or(text, ''),
});

/** A comma list of known words, in the given order and each once; the usual ones where none is left, or just those are chosen. */
export const wordList = (known: readonly string[], usual: readonly string[]) =>
  or(
    z.pipe(
      z.string(),
      z.transform((given) => {
        const kept = [...new Set(given.split(','))].filter((word) => known.includes(word));
        const isUsual = kept.length === usual.length && kept.every((word) => usual.includes(word));
        return (kept.length === 0 || isUsual ? usual : kept).join(',');
      }),
    ),
    usual.join(','),
  );

/** Something that is off unless it is turned on. */
export const onOrOff = or(z.enum(['off', 'on']), 'off');

export interface ListSearch {
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly q: string;
}

/** The words of a comma list that `wordList` has checked against the words it is made of. */
export const wordsOf = <Word extends string>(list: string, known: readonly Word[]): readonly Word[] =>
  list.split(',').filter((word): word is Word => (known as readonly string[]).includes(word));

/** The page, order and text of a list's address as the lists of the contract are asked. */
export function pageAsked<Sort extends string>({ page, size, sort, order, q }: ListSearch & { readonly sort: Sort }) {
  return {
    page: page - 1,
    size,
    sortingField: sort,
    sortOrder: order === 'desc' ? ('DESC' as const) : ('ASC' as const),
    ...(q.trim() && { partOfName: q.trim() }),
  };
}
