import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListSearch } from '#lib/list-search.ts';
import type { Column, JoinedColumns } from './data-table.tsx';
import type { ListControl } from './use-list-search.ts';

/** A page of a list, as the lists of the contract answer it. */
interface ListPage<Row> {
  readonly content: readonly Row[];
  readonly totalElements: number;
}

export interface ListTexts {
  readonly title: string;
  readonly caption: string;
  readonly searchLabel: string;
  readonly searchPlaceholder: string;
  /** Nothing is there at all. */
  readonly none: { readonly title: string; readonly text: string };
  /** Nothing matches the search and the filters. */
  readonly empty: { readonly title: string; readonly text: string };
  readonly failed: { readonly title: string; readonly text: (reason: string) => string };
  /** Where the server refuses the list to this person; without it a general one. */
  readonly forbiddenTitle?: string;
  /** A refresh failed: how old the rows are. */
  readonly stale?: (time: string) => string;
}

/** A filter of which several values may be on; its value in the address is a comma list (`wordList`). */
export interface ListFilter<Search> {
  readonly name: keyof Search & string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** The comma list that is on unless something else is chosen; empty: without a choice everything is shown. */
  readonly usual: string;
}

export interface ListScreenProps<Row, Search extends ListSearch> {
  readonly texts: ListTexts;
  readonly list: ListControl<Search>;
  /** With `placeholderData: keepPreviousData`, so that the rows of before stay while others are awaited. */
  readonly query: UseQueryResult<ListPage<Row>, Error>;
  readonly columns: readonly Column<Row, Search['sort']>[];
  readonly joined?: JoinedColumns<Row>;
  /** The table is as wide as its columns need, not as the window. */
  readonly compact?: boolean;
  readonly rowKey: (row: Row) => string;
  /** Each row opens something: see `DataTable`. */
  readonly linked?: boolean;
  /** The same row on a narrow screen, as a list item, and how high one is about (pixels). */
  readonly card: (row: Row) => ReactNode;
  readonly cardHeightPx: number;
  readonly filters?: readonly ListFilter<Search>[];
  /** Narrowed by more than the search and the filters above: what of the address takes that away. Null: it is not. */
  readonly narrowed?: Partial<Search> | null;
  /** Beside the title, whether there are rows or not. */
  readonly lead?: ReactNode;
  /** Between the tools and the rows. */
  readonly below?: ReactNode;
  /** Said once, beside the title, of all rows shown. */
  readonly note?: (rows: readonly Row[]) => ReactNode;
  /** Further buttons, to the right. */
  readonly tools?: ReactNode;
  /** The file that the shown rows and columns can be saved as, without date and ending; absent: they cannot be. */
  readonly csvName?: string;
}
