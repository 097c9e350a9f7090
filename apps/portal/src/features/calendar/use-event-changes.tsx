import Button from '@mui/material/Button';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { EventScope } from '@vigil/contract/calendar.values';
import type { ApiError } from '@vigil/contract/client';
import { type SnackbarKey, useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { noticeMs } from '#lib/notices.ts';
import { useSession } from '#lib/session/session.ts';
import { ownZone } from '#lib/wall-time.ts';
import { useChangeEvent, useDeleteEvent, useRestoreEvent } from './api/calendar.ts';
import { movedBody } from './event-draft.ts';
import { endOf, whenText } from './event-words.ts';

/** Moving and deleting, each with its undo at the edge of the page. */
export function useEventChanges() {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const [change, remove, restore] = [useChangeEvent(), useDeleteEvent(), useRestoreEvent()];
  const tell = (message: string, undo?: () => void) =>
    enqueueSnackbar(message, {
      variant: 'success',
      autoHideDuration: noticeMs,
      ...(undo && {
        action: (key: SnackbarKey) => (
          <Button
            color="inherit"
            onClick={() => {
              closeSnackbar(key);
              undo();
            }}
          >
            {t('undo')}
          </Button>
        ),
      }),
    });
  const failed = (error: ApiError) =>
    enqueueSnackbar(error.status === 409 ? t('changedMeanwhile') : mayHaveHappened(error) ? t('unknown') : error.message, {
      variant: 'error',
      autoHideDuration: noticeMs,
    });

  /** `revert` puts back what the screen shows already. Milliseconds since 1970. */
  const move = (event: CalendarEvent, fromMs: number, untilMs: number, scope: EventScope, revert?: () => void) =>
    change.mutate(
      { params: { ownerId: event.ownerId, id: event.id }, body: movedBody(event, fromMs, untilMs, scope) },
      {
        onSuccess: (moved) =>
          tell(t('moved', { when: whenText(fromMs, untilMs, ownZone()) }), () => move(moved, event.date, endOf(event), scope)),
        onError: (error) => {
          revert?.();
          failed(error);
        },
      },
    );
  return {
    move,
    isRemoving: remove.isPending,
    remove: (event: CalendarEvent, scope: EventScope, onDone: () => void) => {
      const params = { userId, eventId: event.id };
      remove.mutate(
        { params, query: { scope } },
        {
          onSuccess: ({ deleted }) => {
            onDone();
            tell(
              t(event.ownerId === userId ? 'deleted' : 'left', { count: deleted.length }),
              () =>
                // What was opened is closed by then: its own callbacks are heard no more.
                void restore.mutateAsync({ params }).then(() => tell(t('restored')), failed),
            );
          },
          onError: failed,
        },
      );
    },
  };
}
