import { factuarySurveysAuthoring } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { useEffect, useRef, useState } from 'react';
import { connection } from '#lib/connection.ts';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useStore } from '#lib/store.ts';

/** After so long without a key what is written is kept. */
const pauseMs = 1_200;

export type Saving = 'saved' | 'waiting' | 'failed' | 'stale';

/**
 * What somebody writes, kept by the server at every pause. A failure keeps what was typed and is tried again with the next change,
 * or once a server that was silent answers. Whoever goes elsewhere in the portal has it sent on the way; a page that would be closed
 * over what is not kept yet asks first.
 */
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
  /** What was sent, whose answer was lost: it may be stored. Sent again first, it is stored once, and answers on which revision the next is made. */
  const lost = useRef<SurveyDraft | null>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const isHeard = useStore(connection) === 'answering';
  const isKept = saving === 'saved' || saving === 'stale';
  const latest = useRef({ draft, isKept });
  latest.current = { draft, isKept };

  useEffect(() => {
    if (saving !== 'waiting') return;
    const timer = setInterval(() => {
      // One at a time: each is made on the revision that the one before has become.
      if (inFlight.current) return;
      inFlight.current = true;
      const sent = lost.current ?? draft;
      mutateAsync({ body: { ...sent, revision: revision.current } })
        .then((survey) => {
          lost.current = null;
          revision.current = survey.revision;
          setFailure(null);
          // What was typed while this was on its way is still to be sent.
          if (latest.current.draft === sent) setSaving((now) => (now === 'waiting' ? 'saved' : now));
          saved.current(survey);
        })
        .catch((error: ApiError) => {
          lost.current = mayHaveHappened(error) ? sent : null;
          setFailure(error);
          if (error.status === 409) setSaving('stale');
          else if (latest.current.draft === draft) setSaving('failed');
        })
        .finally(() => {
          inFlight.current = false;
        });
    }, pauseMs);
    return () => clearInterval(timer);
  }, [draft, saving, mutateAsync]);

  const wasUnheard = failure?.code === 'unreachable';
  useEffect(() => {
    if (saving === 'failed' && wasUnheard && isHeard) setSaving('waiting');
  }, [saving, wasUnheard, isHeard]);

  useEffect(() => {
    if (isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isKept]);

  const sendAll = async () => {
    if (lost.current) revision.current = (await mutateAsync({ body: { ...lost.current, revision: revision.current } })).revision;
    await mutateAsync({ body: { ...latest.current.draft, revision: revision.current } });
  };
  const sendLast = useRef(() => undefined as undefined | Promise<unknown>);
  sendLast.current = () => (latest.current.isKept || inFlight.current ? undefined : sendAll().catch(() => undefined));
  useEffect(() => () => void sendLast.current(), []);

  return {
    ...{ draft, saving, failure },
    revision: () => revision.current,
    change: (next: Partial<SurveyDraft>) => {
      setDraft((before) => ({ ...before, ...next }));
      setSaving((now) => (now === 'stale' ? now : 'waiting'));
    },
  };
}
