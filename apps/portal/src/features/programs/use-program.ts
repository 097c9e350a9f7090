import type { ApiError } from '@vigil/contract/client';
import type { Publication } from '@vigil/contract/factuary-programs.forms';
import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useCreateProgram, usePublishProgram, useSaveProgram } from './api/programs.ts';
import { checked, draftOf, emptyDraft, isSameDraft, type ProgramDraft, programDrafts } from './program-draft.ts';

const nothing: ReadonlySet<string> = new Set();

/**
 * What is written of a program: kept until it is saved, with the revision that it was written on. `stored` is undefined for one that
 * is not stored yet.
 */
export function useProgram(programId: string, stored: AuthoredProgram | undefined) {
  const { t } = useTranslation('programs');
  const { enqueueSnackbar } = useSnackbar();
  const [kept] = useDrafts(programDrafts, programId);
  const [faults, setFaults] = useState(nothing);
  const [failure, setFailure] = useState<string | null>(null);
  const [create, save, publish] = [useCreateProgram(), useSaveProgram(), usePublishProgram()];
  const shown = stored?.draft ?? stored?.live;
  const read = stored && shown ? draftOf(shown, stored.revision) : emptyDraft(programId);
  const draft = kept ?? read;
  const isChanged = !isSameDraft(draft, read);
  const isBehind = stored !== undefined && draft.revision < stored.revision;
  // An answer was lost, and what is stored by now is what was written.
  useEffect(() => {
    if (kept && isBehind && !isChanged) programDrafts.remove(programId, programId);
  }, [kept, isBehind, isChanged, programId]);

  const failed = (error: ApiError) => {
    // What has changed meanwhile is no fault of what was written.
    const named = error.status === 409 ? [] : (error.fields ?? []);
    setFaults(new Set(named.map(({ field }) => field)));
    setFailure(mayHaveHappened(error) ? t('lost') : named.length > 0 ? t('faults') : error.message);
  };
  const done = (what: Publication['op'] | 'save') => () => {
    programDrafts.remove(programId, programId);
    enqueueSnackbar(t(`done.${what}`), { variant: 'success' });
  };
  const begin = () => {
    setFaults(nothing);
    setFailure(null);
  };

  return {
    ...{ draft, faults, failure, isChanged },
    isStale: isBehind && isChanged,
    isBusy: create.isPending || save.isPending || publish.isPending,
    set: (part: Partial<ProgramDraft>) => programDrafts.put(programId, { ...draft, ...part }),
    save() {
      begin();
      const { sent, faults: found } = checked(draft);
      if (found) {
        setFaults(found);
        return setFailure(t('faults'));
      }
      const answered = { onSuccess: done('save'), onError: failed };
      if (draft.revision === 0) create.mutate({ body: sent }, answered);
      else save.mutate({ body: { ...sent, revision: draft.revision } }, answered);
    },
    publish(op: Publication['op']) {
      begin();
      const revision = stored?.revision ?? 1;
      publish.mutate({ params: { id: programId }, body: { op, revision } }, { onSuccess: done(op), onError: failed });
    },
    takeTheirs() {
      begin();
      programDrafts.remove(programId, programId);
    },
    keepMine: () => programDrafts.put(programId, { ...draft, revision: read.revision }),
    theirs: read,
  };
}
