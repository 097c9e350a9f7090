import { factuaryActions, registryCareTeam, registryTimeline } from '@vigil/contract';
import type { ApiErrorCode } from '@vigil/contract/client';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { type ActionDraft, actionDrafts } from '../action-drafts.ts';
import type { Sendable } from '../draft-body.ts';
import { acrossMembers } from '../use-selected-actions.ts';

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
  const { enqueueSnackbar } = useSnackbar();
  const change = (id: string | undefined, to: Partial<ActionDraft> | null) => {
    const draft = actionDrafts.of(memberId).find((one) => one.id === id);
    if (!draft) return;
    if (to === null) actionDrafts.remove(memberId, draft.id);
    else actionDrafts.put(memberId, { ...draft, ...to });
  };
  const failed = (id: string | undefined, failure: ApiErrorCode) => change(id, { state: 'failed', failure });
  const closing = (actionId: string) =>
    actionDrafts.of(memberId).find(({ kind, actionIds }) => kind === 'close' && actionIds[0] === actionId)?.id;

  const { mutate: postIntervention } = useEndpointMutation(factuaryActions.intervene, {
    ...how,
    onSuccess: ({ results }, { body: { request_id: id } }) => {
      const left = results.filter(({ error }) => error !== null);
      const [first] = left;
      if (!first?.error) {
        // Their rows leave the list: nothing else would say that it was stored.
        if (memberId === acrossMembers) enqueueSnackbar(t('across.stored', { count: results.length }), { variant: 'success' });
        return change(id, null);
      }
      const actionIds = left.map(({ action_id: actionId }) => actionId);
      const refused = Object.fromEntries(left.map(({ action_id: actionId, error }) => [actionId, error?.code ?? '']));
      const before = actionDrafts.of(memberId).find((one) => one.id === id)?.stored ?? 0;
      const stored = before + results.length - left.length;
      change(id, { actionIds, refused, stored, state: 'failed', failure: first.error.code as ApiErrorCode });
    },
    onError: ({ code }, { body }) => failed(body.request_id, code),
  });
  const { mutate: postAssignment } = useEndpointMutation(factuaryActions.assignAction, {
    ...how,
    onSuccess: (_action, { body }) => change(body.request_id, null),
    onError: ({ code }, { body }) => failed(body.request_id, code),
  });
  const { mutate: putAction } = useEndpointMutation(factuaryActions.putAction, {
    ...how,
    onSuccess: (_action, { body }) => change(closing(body.action_id), null),
    onError: ({ code }, { body }) => failed(closing(body.action_id), code),
  });
  const { mutate: postAction } = useEndpointMutation(factuaryActions.postAction, {
    ...how,
    onSuccess: (_action, { body }) => change(body.action_id, null),
    onError: ({ code }, { body }) => failed(body.action_id, code),
  });

  return (draft, sendable) => {
    actionDrafts.put(memberId, { ...draft, state: 'saving', failure: null });
    if (sendable.kind === 'intervene') postIntervention({ body: sendable.body });
    else if (sendable.kind === 'assign') postAssignment({ params: { actionId: sendable.actionId }, body: sendable.body });
    else if (sendable.kind === 'close') putAction({ body: sendable.body });
    else postAction({ body: sendable.body });
  };
}
