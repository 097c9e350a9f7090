import { useQueryClient } from '@tanstack/react-query';
import { calendar } from '@vigil/contract';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import type { EventScope } from '@vigil/contract/calendar.values';
import type { ApiError } from '@vigil/contract/client';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { ownZone } from '#lib/wall-time.ts';
import { useUndoNotice } from '#ui/use-undo-notice.tsx';
import { useChangeEvent, useDeleteEvent, useRestoreEvent } from './api/calendar.ts';
import { movedBody } from './event-draft.ts';
import { endOf, whenText } from './event-words.ts';

/** Moving and deleting, each with its undo at the edge of the page. */
export function useEventChanges() {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const client = useQueryClient();
  const [change, remove, restore] = [useChangeEvent(), useDeleteEvent(), useRestoreEvent()];
  const tell = useUndoNotice();
  const failed = (error: ApiError) =>
    tell(error.status === 409 ? t('changedMeanwhile') : mayHaveHappened(error) ? t('unknown') : error.message, undefined, 'error');

  /** In every answer that holds it. */
  const show = (event: CalendarEvent) => {
    void client.cancelQueries({ queryKey: [calendar.listEvents.id] });
    client.setQueriesData<CalendarEvent[]>({ queryKey: [calendar.listEvents.id] }, (before) =>
      before?.map((one) => (one.id === event.id ? event : one)),
    );
  };
  /** The version that the last move of an event leaves: one that follows at once waits for it. */
  const versions = useRef(new Map<string, Promise<number>>());

  /** On screen at once; `revert` puts back what the grid shows already. Milliseconds since 1970. */
  const move = (event: CalendarEvent, fromMs: number, untilMs: number, scope: EventScope, revert?: () => void): void => {
    const body = movedBody(event, fromMs, untilMs, scope);
    show({ ...event, date: body.date, durationMinutes: body.durationMinutes });
    const sent = (versions.current.get(event.id) ?? Promise.resolve(event.version)).then((version) =>
      change.mutateAsync({ params: { ownerId: event.ownerId, id: event.id }, body: { ...body, version } }),
    );
    const version = sent.then((moved) => moved.version);
    versions.current.set(event.id, version);
    sent
      .then((moved) => {
        if (versions.current.get(event.id) === version) show(moved);
        tell(t('moved', { when: whenText(fromMs, untilMs, ownZone()) }), () => move(moved, event.date, endOf(event), scope));
      })
      .catch((error: ApiError) => {
        revert?.();
        show(event);
        failed(error);
      })
      .finally(() => {
        if (versions.current.get(event.id) === version) versions.current.delete(event.id);
      });
    // Told above; whoever waits for it is told by its own.
    version.catch(() => undefined);
  };
  return {
    move,
    isRemoving: remove.isPending,
    remove: (event: CalendarEvent, scope: EventScope, onDone: () => void) => {
      const params = { userId, eventId: event.id };
      // What was opened closes only while it is still there; what became of it is told in any case, also of two at once.
      void remove.mutateAsync({ params, query: { scope } }, { onSuccess: onDone }).then(({ deleted }) => {
        tell(
          t(event.ownerId === userId ? 'deleted' : 'left', { count: deleted.length }),
          () => void restore.mutateAsync({ params }).then(() => tell(t('restored')), failed),
        );
      }, failed);
    },
  };
}
