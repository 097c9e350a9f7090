import { notary } from '@vigil/contract';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { type NoteDraft, noteDrafts } from '../note-drafts.ts';

/**
 * Sends a draft, and keeps what became of it beside the draft: it is on screen at once, says so until it is stored, and a
 * failure takes nothing away. What is sent twice is stored once.
 */
export function useWriteNote(memberId: string): (draft: NoteDraft) => void {
  const { mutate } = useEndpointMutation(notary.postNote, {
    touches: [notary.getHistory, notary.getLast],
    quiet: true,
    onSuccess: (_note, { body }) => noteDrafts.put(memberId, { ...body, state: 'saved', failure: null }),
    onError: ({ code }, { body }) => noteDrafts.put(memberId, { ...body, state: 'failed', failure: code }),
  });
  return (draft) => {
    const { id, text, amends } = draft;
    noteDrafts.put(memberId, { ...draft, state: 'saving', failure: null });
    mutate({ body: { id, user: memberId, text, amends } });
  };
}
