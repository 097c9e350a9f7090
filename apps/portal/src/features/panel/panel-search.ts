import { pageSizes } from '@vigil/contract/paging.values';
import { oneOf, someOf, wholeNumber, words } from '#lib/search-text.ts';
import { type ColumnId, columnIds, defaultColumns } from './columns.ts';

export const statuses = ['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED'] as const;
export type Status = (typeof statuses)[number];

/** What the address of the panel holds. Defaults are left out, so that an address says only what was chosen. */
export interface PanelSearch {
  /** From 1, as people count. */
  page?: number;
  size?: number;
  sort?: SortField;
  order?: 'desc';
  q?: string;
  /** Comma list of statuses. */
  status?: string;
  /** Comma list of columns. */
  columns?: string;
  /** Every reading with its age and source beside it. */
  ages?: 'on';
}

const sortFields = [
  'lastName',
  'age',
  'status',
  'lastSync',
  'battery',
  'heart_rate',
  'rhr',
  'rmssd',
  'spo2',
  'resp_rate',
  'systolic',
  'skin_temp',
  'body_temp',
  'weight',
  'glucose',
  'steps',
] as const;
export type SortField = (typeof sortFields)[number];

/** The same with the defaults filled in. */
export interface PanelView {
  readonly page: number;
  readonly size: number;
  readonly sort: SortField;
  readonly descending: boolean;
  readonly q: string;
  readonly status: readonly Status[];
  readonly columns: readonly ColumnId[];
  readonly ages: boolean;
}

/** Members under care: who was discharged is shown when asked for. */
const defaultStatus: readonly Status[] = ['ACTIVE', 'CREATED', 'HOLDING'];

export function panelSearch(search: Record<string, unknown>): PanelSearch {
  return addressOf({
    page: wholeNumber(search, 'page', (n) => n >= 1 && n <= 1_000_000) ?? 1,
    size: wholeNumber(search, 'size', (n) => (pageSizes as readonly number[]).includes(n)) ?? pageSizes[0],
    sort: oneOf(search, 'sort', sortFields) ?? 'lastName',
    descending: search.order === 'desc',
    q: words(search, 'q') ?? '',
    status: someOf(search, 'status', statuses) ?? defaultStatus,
    columns: someOf(search, 'columns', columnIds) ?? defaultColumns,
    ages: search.ages === 'on',
  });
}

export function panelView(search: PanelSearch): PanelView {
  const given = { ...search };
  return {
    page: given.page ?? 1,
    size: given.size ?? pageSizes[0],
    sort: given.sort ?? 'lastName',
    descending: given.order === 'desc',
    q: given.q ?? '',
    status: someOf(given, 'status', statuses) ?? defaultStatus,
    columns: someOf(given, 'columns', columnIds) ?? defaultColumns,
    ages: given.ages === 'on',
  };
}

/** The address of a view, without its defaults. */
export function addressOf(view: PanelView): PanelSearch {
  const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((each) => b.includes(each));
  return {
    ...(view.page > 1 && { page: view.page }),
    ...(view.size !== pageSizes[0] && { size: view.size }),
    ...(view.sort !== 'lastName' && { sort: view.sort }),
    ...(view.descending && { order: 'desc' as const }),
    ...(view.q && { q: view.q }),
    ...(!same(view.status, defaultStatus) && { status: view.status.join(',') }),
    ...(!same(view.columns, defaultColumns) && { columns: view.columns.join(',') }),
    ...(view.ages && { ages: 'on' as const }),
  };
}
