import { isMemberOrder, panelAssignmentTypes } from '@vigil/contract/events-processor.values';
import { memberStatuses } from '@vigil/domain/status/account-status';
import * as z from 'zod/mini';
import { listSearch, onOrOff, wordList } from '#lib/list-search.ts';
import { filtersOf, writeFilters } from '#lib/typed-filter.ts';
import { columnIds, defaultColumns } from './columns.ts';

/** Members under care: who was discharged is shown when asked for. */
export const usualStatuses = memberStatuses.filter((status) => status !== 'DISCHARGED').join(',');

/** An id, or a word of ours; anything else is dropped. */
const plainId = z._default(z.catch(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), ''), '');

/** What the address of the panel holds. Ids and ranges only: nothing of a member. */
export const panelSearch = z.object({
  ...listSearch(['attention'], 'desc'),
  /** The list opens with whoever needs attention most; it can be sorted by any measure. */
  sort: z._default(z.catch(z.string().check(z.refine(isMemberOrder)), 'attention'), 'attention'),
  /** Comma list of statuses. */
  status: wordList(memberStatuses, usualStatuses.split(',')),
  /** Comma list of columns, of the built-in panel. */
  columns: wordList(columnIds, defaultColumns),
  /** Every reading with its age and source beside it. */
  ages: onOrOff,
  /** Which panel; empty: what was selected last. */
  panel: plainId,
  /** Comma list of filters by measure (`readMeasureFilter`). */
  filter: z._default(
    z.catch(
      z.pipe(
        z.string(),
        z.transform((text) => writeFilters(filtersOf(text))),
      ),
      '',
    ),
    '',
  ),
  /** Only members whom this clinician looks after: an id, or `me`; empty: whoever does. */
  clinician: plainId,
  /** Only members of this cohort, by its id; empty: of none in particular. */
  cohort: plainId,
  /** In which way they are assigned. */
  assignment: z._default(z.catch(z.enum(panelAssignmentTypes), 'ALL'), 'ALL'),
});
export type PanelSearch = z.output<typeof panelSearch>;
