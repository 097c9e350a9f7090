import { useQueryClient } from '@tanstack/react-query';
import { factuarySurveysAuthoring } from '@vigil/contract';
import type { ApiError } from '@vigil/contract/client';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WholeSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { useEffect, useRef, useState } from 'react';
import { connection } from '#lib/connection.ts';
import { useDrafts } from '#lib/drafts.ts';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { writtenSurveyQuery } from '../api/surveys.ts';
import { isSameSurvey, surveyDrafts } from './survey-drafts.ts';

/** After so long without a key what is written is kept. */
const pauseMs = 1_200;

/** `begun`: nothing is written yet, so nothing is kept. */
export type Saving = 'begun' | 'saved' | 'waiting' | 'failed' | 'stale';

/**
 * What somebody writes, kept by the server at every pause, and until then in the tab: through failures, other screens, a reload and a
 * session that ends by itself. A failure is tried again with the next change, or once a server that was silent answers. Whoever goes
 * elsewhere in the portal has it sent on the way; a page that would be closed over what is not kept yet asks first. What somebody else
 * has saved meanwhile is shown, and stands until it is said which of the two is to hold. `survey` is what is stored,
 * null while there is nothing; `onStale` reads it anew.
 */
export function useAutosave(id: string, survey: WholeSurvey | null, onStale: () => void) {
  const client = useQueryClient();
  const { userId } = useSession();
  const [written] = useDrafts(surveyDrafts, id);
  const [failure, setFailure] = useState<{ readonly error: ApiError; readonly draft: SurveyDraft } | null>(null);
  const { mutateAsync } = useEndpointMutation(factuarySurveysAuthoring.saveSurvey, {
    touches: [factuarySurveysAuthoring.listWrittenSurveys],
    quiet: true,
  });
  /** What was sent, whose answer was lost: it may be stored. Sent again first, it is stored once, and answers on which revision the next is made. */
  const lost = useRef<SurveyDraft | null>(null);
  const inFlight = useRef(false);
  const isLeft = useRef(false);
  const isBehind = written !== undefined && survey !== null && written.revision < survey.revision;
  const isSame = written !== undefined && survey !== null && isSameSurvey(written, survey);
  /** The first sending of a new one, whose answer was lost before a reload: nobody else knows its id. */
  const isOwnBeginning = isBehind && written.revision === 0 && survey.revision === 1 && survey.changed_by?.id === userId;
  const failed = failure?.draft === written ? failure?.error : undefined;
  const saving = savingOf();
  function savingOf(): Saving {
    if (!written && !survey) return 'begun';
    if (!written || isSame) return 'saved';
    if ((isBehind && !isOwnBeginning) || failed?.status === 409) return 'stale';
    return failed ? 'failed' : 'waiting';
  }

  useEffect(() => {
    if (!written || !survey) return;
    if (isSame) surveyDrafts.remove(id, id);
    else if (isOwnBeginning) surveyDrafts.put(id, { ...written, revision: survey.revision });
  }, [written, survey, isSame, isOwnBeginning, id]);

  /** One at a time: each is made on the revision that the one before has become. */
  async function send(): Promise<void> {
    const typed = surveyDrafts.of(id)[0];
    if (!typed || inFlight.current) return;
    const sent = lost.current ?? typed;
    inFlight.current = true;
    const isDone = await mutateAsync({ body: sent }).then(
      (stored) => {
        lost.current = null;
        // What was typed while this was on its way is still to be sent.
        const now = surveyDrafts.of(id)[0];
        if (now && now !== sent && !isSameSurvey(now, sent)) surveyDrafts.put(id, { ...now, revision: stored.revision });
        else surveyDrafts.remove(id, id);
        client.setQueryData(writtenSurveyQuery(id).queryKey, stored);
        setFailure(null);
        return true;
      },
      (error: ApiError) => {
        lost.current = mayHaveHappened(error) ? sent : null;
        setFailure({ error, draft: (error.status === 409 && surveyDrafts.of(id)[0]) || typed });
        if (error.status === 409) onStale();
        return false;
      },
    );
    inFlight.current = false;
    if (isDone && isLeft.current) await send();
  }
  const latestSend = useRef(send);
  latestSend.current = send;

  useEffect(() => {
    if (saving !== 'waiting' || !written) return;
    const timer = setInterval(() => void latestSend.current(), pauseMs);
    return () => clearInterval(timer);
  }, [saving, written]);

  const isHeard = useStore(connection) === 'answering';
  const wasUnheard = failure?.error.status === 0;
  useEffect(() => {
    if (wasUnheard && isHeard) setFailure(null);
  }, [wasUnheard, isHeard]);

  const isKept = saving === 'saved' || saving === 'begun';
  useEffect(() => {
    if (isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isKept]);

  const isToSend = useRef(false);
  isToSend.current = saving === 'waiting' || saving === 'failed';
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      if (isToSend.current) void latestSend.current();
    };
  }, []);

  return {
    ...{ written, saving, failure: failed ?? null },
    change: (next: SurveyDraft) => surveyDrafts.put(id, next),
    keepMine: () => written && survey && surveyDrafts.put(id, { ...written, revision: survey.revision }),
    takeTheirs: () => surveyDrafts.remove(id, id),
  };
}
