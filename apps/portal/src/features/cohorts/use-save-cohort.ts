import { useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { cohortQuery, usePutCohort } from './api/cohorts.ts';
import { cohortSent } from './cohort-draft.ts';
import type { DraftControl } from './use-cohort-draft.ts';

interface Saved {
  readonly onSaved: (saved: CohortWithMeta) => void;
  /**
   * A new one was stored by a sending whose answer was lost, and has been changed here since: from now on that is a change of it.
   * Null: what is written is stored already.
   */
  readonly onFoundStored: ((found: CohortWithMeta) => void) | null;
}

/** Stores what was typed, as a draft or as a cohort. A failure keeps it, and says whether it may have been stored all the same. */
export function useSaveCohort({ draft }: Pick<DraftControl, 'draft'>, { onSaved, onFoundStored }: Saved) {
  const { t } = useTranslation('cohorts');
  const put = usePutCohort();
  const client = useQueryClient();
  const { error } = put;
  const onError = ({ status }: ApiError) => {
    if (status === 409 && onFoundStored) void client.fetchQuery(cohortQuery(draft.id)).then(onFoundStored, () => undefined);
  };
  const text = error && (mayHaveHappened(error) ? t('saveUnknown') : (error.fields?.[0]?.message ?? error.message));
  return {
    save: (isDraft: boolean) => put.mutate({ body: cohortSent(draft, isDraft) }, { onSuccess: onSaved, onError }),
    isSaving: put.isPending,
    saveFailure: error && text ? { text: error.status === 409 ? error.message : text, stale: error.status === 409 } : null,
  };
}
