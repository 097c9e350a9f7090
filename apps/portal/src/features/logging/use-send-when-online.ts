import { useEffect } from 'react';
import { type LogDraft, logDrafts } from './log-drafts.ts';

/** Sends what found no connection once more each time that the browser is online again. Its id stays, so nothing is stored twice. */
export function useSendWhenOnline(memberId: string, send: (draft: LogDraft) => void): void {
  useEffect(() => {
    const sendAll = () => {
      for (const draft of logDrafts.of(memberId)) if (draft.state === 'failed' && draft.failure === 'unreachable') send(draft);
    };
    addEventListener('online', sendAll);
    return () => removeEventListener('online', sendAll);
  }, [memberId, send]);
}
