import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { usePutCohort } from './api/cohorts.ts';
import { cohortSent } from './cohort-draft.ts';
import type { DraftControl } from './use-cohort-draft.ts';

/** Stores what was typed, as a draft or as a cohort. A failure keeps it, and says whether it may have been stored all the same. */
export function useSaveCohort({ draft }: Pick<DraftControl, 'draft'>, onSaved: (saved: CohortWithMeta) => void) {
  const { t } = useTranslation('cohorts');
  const put = usePutCohort();
  const { error } = put;
  const text = error && (mayHaveHappened(error) ? t('saveUnknown') : (error.fields?.[0]?.message ?? error.message));
  return {
    save: (isDraft: boolean) => put.mutate({ body: cohortSent(draft, isDraft) }, { onSuccess: onSaved }),
    isSaving: put.isPending,
    saveFailure: error && text ? { text: error.status === 409 ? error.message : text, stale: error.status === 409 } : null,
  };
}
