import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import type { CohortType } from '@vigil/contract/factuary-cohorts.values';
import { useEffect, useMemo } from 'react';
import { useDrafts } from '#lib/drafts.ts';
import { useUnits } from '#lib/units.ts';
import { type CohortDraft, cohortDrafts, cohortSent, draftOf, emptyDraft, inUnits, newCohort } from './cohort-draft.ts';

export interface DraftControl {
  readonly draft: CohortDraft;
  /** Something was typed that is not stored. */
  readonly isChanged: boolean;
  /** Somebody has changed the stored cohort since it was read for this draft. */
  readonly isStale: boolean;
  readonly set: (change: Partial<CohortDraft>) => void;
  /** Forgets what was typed. */
  readonly giveUp: () => void;
}

/** What is being written of a cohort: kept in the tab through failures, other screens and a reload, in the units of now. */
export function useCohortDraft(stored: CohortWithMeta | null, usualType: CohortType): DraftControl {
  const units = useUnits();
  const subject = stored?.cohort.id ?? newCohort;
  const [written] = useDrafts(cohortDrafts, subject);
  const fresh = useMemo(() => (stored ? draftOf(stored, units) : emptyDraft(usualType, units)), [stored, units, usualType]);
  const draft = useMemo(() => inUnits(written ?? fresh, units), [written, fresh, units]);
  const isChanged = written !== undefined && JSON.stringify(contentOf(inUnits(written, units))) !== JSON.stringify(contentOf(fresh));
  const isBehind = written !== undefined && stored !== null && written.version !== stored.meta.version;
  // Nothing of one's own is lost with what is as it is stored.
  useEffect(() => {
    if (written && isBehind && !isChanged) cohortDrafts.remove(subject, written.id);
  }, [written, isBehind, isChanged, subject]);
  return {
    draft,
    isChanged,
    isStale: isBehind && isChanged,
    set: (change) => cohortDrafts.put(subject, { ...draft, ...change }),
    giveUp: () => cohortDrafts.remove(subject, draft.id),
  };
}

/** Without the version, and the id of one that is not stored. */
function contentOf(draft: CohortDraft) {
  const { id: _, version: __, ...content } = { version: null, ...cohortSent(draft, true) };
  return content;
}
