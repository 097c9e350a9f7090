import { memberOrders } from '@vigil/contract/events-processor.values';
import { measures } from '@vigil/domain/facts/measures';
import { memberStatuses } from '@vigil/domain/status/account-status';
import * as z from 'zod/mini';
import { listSearch, onOrOff, wordList } from '#lib/list-search.ts';
import { columnIds, defaultColumns } from './columns.ts';

/** Members under care: who was discharged is shown when asked for. */
export const usualStatuses = memberStatuses.filter((status) => status !== 'DISCHARGED').join(',');

/** The list opens with whoever needs attention most. */
const sortFields = ['attention', ...memberOrders.filter((field) => field !== 'attention'), ...measures.map(({ id }) => id)] as const;

/** What the address of the panel holds. */
export const panelSearch = z.object({
  ...listSearch(sortFields, 'desc'),
  /** Comma list of statuses. */
  status: wordList(memberStatuses, usualStatuses.split(',')),
  /** Comma list of columns. */
  columns: wordList(columnIds, defaultColumns),
  /** Every reading with its age and source beside it. */
  ages: onOrOff,
});
export type PanelSearch = z.output<typeof panelSearch>;
