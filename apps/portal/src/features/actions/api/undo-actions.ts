import { factuaryActions, registryCareTeam, registryTimeline, triageToday } from '@vigil/contract';
import { useSnackbar, type VariantType } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { memberUndos } from '#lib/member-undos.ts';
import { useUndoNotice } from '#ui/use-undo-notice.tsx';
import { reasonOf } from '../failure-reason.ts';
import { acrossMembers } from '../use-selected-actions.ts';

const touches = [
  ...[factuaryActions.listActions, factuaryActions.getAction, factuaryActions.countActions],
  ...[registryCareTeam.getCaseloads, registryTimeline.getTimeline, triageToday.getToday],
] as const;

/** Says what was done to actions of a member, or of several, and offers to undo it by the request that did it. */
export function useOfferUndo(memberId: string): (message: string, requestId: string) => void {
  const { t } = useTranslation('actions');
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const tell = useUndoNotice();
  const isOfOne = memberId !== acrossMembers;

  const { mutate } = useEndpointMutation(factuaryActions.undoActions, {
    ...{ touches, quiet: true },
    onSuccess({ results }) {
      const refused = results.flatMap(({ error }) => error ?? []);
      const undone = results.filter(({ error }) => error === null);
      const [one] = undone;
      const words = [
        undone.length === 1 && one?.action ? t('undo.done', { title: one.action.title }) : t('undo.doneSeveral', { count: undone.length }),
        ...(refused.length > 0 ? [t('undo.refused', { count: refused.length }), refused[0]?.message ?? ''] : []),
        ...(results.some(({ follow_up: next }) => next === 'left') ? [t('undo.followUpLeft')] : []),
      ];
      enqueueSnackbar(words.join(' '), { variant: refused.length > 0 ? 'warning' : 'success' });
    },
    onError({ code, status, message }, { body: { request_id: requestId } }) {
      // What the server says names who has acted since.
      if (status === 409) {
        enqueueSnackbar(message, { variant: 'warning' });
        return;
      }
      if (status === 403 || status === 404) {
        enqueueSnackbar(t(reasonOf(code) === 'on_hold' ? 'undo.onHold' : 'undo.forbidden'), { variant: 'error' });
        return;
      }
      // Perhaps only the answer was lost: the same request can be sent again.
      offer(t('undo.unknown'), requestId, 'warning');
    },
  });

  function offer(message: string, requestId: string, variant: VariantType = 'success'): void {
    const undo = () => {
      closeSnackbar(notice);
      if (isOfOne) memberUndos.withdraw(memberId);
      mutate({ body: { request_id: requestId } });
    };
    const notice = tell(message, undo, variant);
    if (isOfOne) memberUndos.offer(memberId, { undo, closeNotice: () => closeSnackbar(notice) });
  }

  return (message, requestId) => {
    if (isOfOne) memberUndos.supersede(memberId);
    offer(message, requestId);
  };
}
