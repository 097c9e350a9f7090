import { factuarySurveysAuthoring } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { useEffect, useRef, useState } from 'react';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

/** After so long without a key what is written is kept. */
const pauseMs = 1_200;

export type Saving = 'saved' | 'waiting' | 'failed' | 'stale';

/** What somebody writes, kept by the server at every pause. A failure keeps what was typed and is tried again with the next change. */
export function useAutosave(start: SurveyDraft, onSaved: (survey: WholeSurvey) => void) {
  const [draft, setDraft] = useState(start);
  const [saving, setSaving] = useState<Saving>(start.revision === 0 ? 'waiting' : 'saved');
  const [failure, setFailure] = useState<ApiError | null>(null);
  const { mutateAsync } = useEndpointMutation(factuarySurveysAuthoring.saveSurvey, {
    touches: [factuarySurveysAuthoring.listWrittenSurveys],
    quiet: true,
  });
  const revision = useRef(start.revision);
  const inFlight = useRef(false);
  const saved = useRef(onSaved);
  saved.current = onSaved;

  useEffect(() => {
    if (saving !== 'waiting') return;
    const timer = setInterval(() => {
      // One at a time: each is made on the revision that the one before has become.
      if (inFlight.current) return;
      inFlight.current = true;
      mutateAsync({ body: { ...draft, revision: revision.current } })
        .then((survey) => {
          revision.current = survey.revision;
          setFailure(null);
          setSaving((now) => (now === 'waiting' ? 'saved' : now));
          saved.current(survey);
        })
        .catch((error: ApiError) => {
          setFailure(error);
          setSaving(error.status === 409 ? 'stale' : 'failed');
        })
        .finally(() => {
          inFlight.current = false;
        });
    }, pauseMs);
    return () => clearInterval(timer);
  }, [draft, saving, mutateAsync]);

  return {
    ...{ draft, saving, failure },
    revision: () => revision.current,
    change: (next: Partial<SurveyDraft>) => {
      setDraft((before) => ({ ...before, ...next }));
      setSaving((now) => (now === 'stale' ? now : 'waiting'));
    },
  };
}
