import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { useMemberUndos } from '#lib/member-undos.ts';
import { useSession } from '#lib/session/session.ts';
import { useSnooze } from './api/answer-alarms.ts';
import { usePutAside, useUndoReview } from './api/today-calls.ts';
import { acknowledgeable, nameOf, snoozableAlarm } from './row-alarms.ts';
import { useAcknowledgeAlerts, useAlreadyTold } from './use-acknowledge-alerts.ts';
import { type AnsweredMember, useUndoableAnswers } from './use-undoable-answers.ts';

/** What a person can do about a row; each says what became of it at the edge of the page, with Undo where it can be undone. */
export interface RowActions {
  readonly acknowledge: (row: TodayRow) => void;
  readonly snooze: (row: TodayRow, seconds: number) => void;
  readonly review: (row: TodayRow, reason: string) => void;
  /** Undoes what the person did to the row just now, or else that it was put aside. */
  readonly undo: (row: TodayRow) => void;
  readonly canUndo: (row: TodayRow) => boolean;
}

export function useRowActions(): RowActions {
  const { t } = useTranslation('today');
  const { userId } = useSession();
  const undoOf = useMemberUndos();
  const acknowledgeAlerts = useAcknowledgeAlerts();
  const alreadyTold = useAlreadyTold();
  const [snooze, putAside, undoReview] = [useSnooze(), usePutAside(), useUndoReview()] as const;
  const { notify, failed, done, undone, takeBackAnswer } = useUndoableAnswers();
  const clock = (ms: number) => new Date(ms).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

  const takeBackReview = (member: AnsweredMember) => () =>
    undoReview.mutate({ params: { userId: member.id } }, { onSuccess: () => undone(member), onError: failed(member) });

  return {
    acknowledge: (row) => acknowledgeAlerts(memberOf(row), acknowledgeable(row)),

    snooze(row, seconds) {
      const alarm = snoozableAlarm(row, userId);
      if (!alarm) return;
      const member = memberOf(row);
      const requestId = crypto.randomUUID();
      snooze.mutate(
        { params: { alarmId: alarm.id }, body: { request_id: requestId, version: alarm.version, seconds } },
        {
          onSuccess(now) {
            if (now.state === 'snoozed' && now.by?.id === userId)
              return done(
                member,
                t('done.snoozed', { name: member.name, alert: alarm.title, time: clock(now.dueAt ?? 0) }),
                takeBackAnswer(member, requestId),
              );
            return notify({ message: alreadyTold([now], [alarm]), variant: 'warning' });
          },
          onError: failed(member),
        },
      );
    },

    review(row, reason) {
      const member = memberOf(row);
      putAside.mutate(
        { params: { userId: member.id }, body: { mark: row.mark, reason } },
        { onSuccess: () => done(member, t('done.reviewed', { name: member.name }), takeBackReview(member)), onError: failed(member) },
      );
    },

    undo(row) {
      const latest = undoOf(row.user_id);
      if (latest) latest();
      else if (row.review) takeBackReview(memberOf(row))();
      else notify({ message: t('nothingToUndo', { name: nameOf(row) }) });
    },
    canUndo: (row) => undoOf(row.user_id) !== undefined || row.review !== null,
  };
}

const memberOf = (row: TodayRow): AnsweredMember => ({ id: row.user_id, name: nameOf(row) });
