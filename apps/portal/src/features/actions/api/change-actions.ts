import { factuaryActions, type ResponseOf, registryCareTeam, registryTimeline } from '@vigil/contract';
import type { ApiErrorCode } from '@vigil/contract/client';
import { isLive } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { useSession } from '#lib/session/session.ts';
import { type ActionDraft, actionDrafts } from '../action-drafts.ts';
import type { Sendable } from '../draft-body.ts';
import { recentAssignees } from '../recent-assignees.ts';
import { nameOf } from '../telling.ts';
import { useOfferUndo } from './undo-actions.ts';

const touches = [
  ...[factuaryActions.listActions, factuaryActions.getAction, factuaryActions.countActions],
  ...[registryCareTeam.getCaseloads, registryTimeline.getTimeline],
] as const;
const how = { touches, quiet: true } as const;

/**
 * Sends what a draft came to, and keeps what became of it beside the draft, also when its form is closed meanwhile: what was stored
 * takes the draft away, a failure takes nothing. Of several actions those that were not stored stay in it.
 */
export function useSendAction(memberId: string): (draft: ActionDraft, sendable: Sendable) => void {
  const { t } = useTranslation('actions');
  const { userId } = useSession();
  const offerUndo = useOfferUndo(memberId);
  const change = (id: string | undefined, to: Partial<ActionDraft> | null) => {
    const draft = actionDrafts.of(memberId).find((one) => one.id === id);
    if (!draft) return;
    if (to === null) actionDrafts.remove(memberId, draft.id);
    else actionDrafts.put(memberId, { ...draft, ...to });
  };
  const failed = (id: string | undefined, failure: ApiErrorCode) => change(id, { state: 'failed', failure, joined: undefined });

  const { mutate: postIntervention } = useEndpointMutation(factuaryActions.intervene, {
    ...how,
    onSuccess: ({ results }, { body: { request_id: id } }) => {
      const left = results.filter(({ error }) => error !== null);
      const [first] = left;
      const done = results.length - left.length;
      // What was ended leaves the list: nothing else would say that it was stored.
      if (done > 0) offerUndo(wordsOf(results), id);
      if (!first?.error) return change(id, null);
      const actionIds = left.map(({ action_id: actionId }) => actionId);
      const refused = Object.fromEntries(left.map(({ action_id: actionId, error }) => [actionId, error?.code ?? '']));
      const before = actionDrafts.of(memberId).find((one) => one.id === id);
      const stored = (before?.stored ?? 0) + done;
      const newer = left.flatMap(({ action_id: actionId, joined: one }) => (one ? [[actionId, one] as const] : []));
      // Saved again it is for what they are told of now.
      const versions = { ...before?.versions, ...Object.fromEntries(newer.map(([actionId, { version }]) => [actionId, version])) };
      const joined = Object.fromEntries(newer.map(([actionId, { titles }]) => [actionId, titles]));
      change(id, { actionIds, refused, stored, versions, joined, state: 'failed', failure: first.error.code as ApiErrorCode });
    },
    onError: ({ code }, { body }) => failed(body.request_id, code),
  });
  const { mutate: postAssignment } = useEndpointMutation(factuaryActions.assignAction, {
    ...how,
    onSuccess: (action, { body: { request_id: id } }) => {
      const name = action.assignee ? nameOf(action.assignee) : t('nobody');
      if (action.assignee_id && action.assignee_id !== userId)
        recentAssignees.note(userId, `${action.assignee_id} ${action.assignee_role}`);
      if (id) offerUndo(t('done.assigned', { title: action.title, name }), id);
      change(id, null);
    },
    onError: ({ code }, { body }) => failed(body.request_id, code),
  });
  const { mutate: putAction } = useEndpointMutation(factuaryActions.putAction, {
    ...how,
    onSuccess: (action, { body: { request_id: id } }) => {
      if (id) offerUndo(t('done.closed', { title: action.title }), id);
      change(id, null);
    },
    onError: ({ code }, { body: { request_id: id } }) => {
      failed(id, code);
      // Closed again it is in the version that is on screen by then.
      if (code === 'conflict') change(id, { versions: undefined });
    },
  });
  const { mutate: postAction } = useEndpointMutation(factuaryActions.postAction, {
    ...how,
    onSuccess: (_action, { body }) => change(body.action_id, null),
    onError: ({ code }, { body }) => failed(body.action_id, code),
  });

  /** Of one action what came of it, of several how many it was. */
  function wordsOf(results: ResponseOf<typeof factuaryActions.intervene>['results']): string {
    const done = results.filter(({ error }) => error === null);
    const action = done.length === 1 ? done[0]?.action : null;
    if (!action) return t('across.stored', { count: done.length });
    return t(isLive(action.status.status) ? 'done.attempted' : 'done.intervened', { title: action.title });
  }

  return (draft, sendable) => {
    actionDrafts.put(memberId, { ...draft, state: 'saving', failure: null });
    if (sendable.kind === 'intervene') postIntervention({ body: sendable.body });
    else if (sendable.kind === 'assign') postAssignment({ params: { actionId: sendable.actionId }, body: sendable.body });
    else if (sendable.kind === 'close') putAction({ body: sendable.body });
    else postAction({ body: sendable.body });
  };
}
