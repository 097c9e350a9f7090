import { ApiError } from '@vigil/contract/client';
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
  /** Answers why the row was not put aside, for the person, or null where it was. */
  readonly review: (row: TodayRow, reason: string) => Promise<string | null>;
  /** Undoes what the person did to the row just now, or else that it was put aside. */
  readonly undo: (row: TodayRow) => void;
  readonly canUndo: (row: TodayRow) => boolean;
}

/** Answers are told as they come, not by `mutate`'s callbacks: those tell of the newest alone, where two rows are answered at once. */
export function useRowActions(): RowActions {
  const { t } = useTranslation('today');
  const { userId } = useSession();
  const undoOf = useMemberUndos();
  const acknowledgeAlerts = useAcknowledgeAlerts();
  const alreadyTold = useAlreadyTold();
  const [snooze, putAside, undoReview] = [useSnooze(), usePutAside(), useUndoReview()] as const;
  const { notify, failed, refusalFor, done, undone, takeBackAnswer } = useUndoableAnswers();
  const clock = (ms: number) => new Date(ms).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

  const takeBackReview = (member: AnsweredMember) => () =>
    void undoReview.mutateAsync({ params: { userId: member.id } }).then(() => undone(member), failed(member));

  return {
    acknowledge: (row) => acknowledgeAlerts(memberOf(row), acknowledgeable(row)),

    snooze(row, seconds) {
      const alarm = snoozableAlarm(row, userId);
      if (!alarm) return;
      const member = memberOf(row);
      const requestId = crypto.randomUUID();
      void snooze
        .mutateAsync({ params: { alarmId: alarm.id }, body: { request_id: requestId, version: alarm.version, seconds } })
        .then((now) => {
          if (now.state !== 'snoozed' || now.by?.id !== userId)
            return void notify({ message: alreadyTold([now], [alarm]), variant: 'warning' });
          const message = t('done.snoozed', { name: member.name, alert: alarm.title, time: clock(now.dueAt ?? 0) });
          return done(member, message, takeBackAnswer(member, requestId));
        }, failed(member));
    },

    async review(row, reason) {
      const member = memberOf(row);
      try {
        await putAside.mutateAsync({ params: { userId: member.id }, body: { mark: row.mark, reason } });
      } catch (error) {
        return reasonNotKept(error) ?? refusalFor(member, error);
      }
      done(member, t('done.reviewed', { name: member.name }), takeBackReview(member));
      return null;
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

/** What the server says names who was first. */
const reasonNotKept = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields.find(({ field }) => field === 'reason')?.message : undefined;
