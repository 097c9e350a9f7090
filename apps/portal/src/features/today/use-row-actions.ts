import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import { ApiError } from '@vigil/contract/client';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useTranslation } from 'react-i18next';
import { memberUndos, useMemberUndos } from '#lib/member-undos.ts';
import { useNotices } from '#lib/notices.ts';
import { useSession } from '#lib/session/session.ts';
import { useAcknowledge, useSnooze, useUndoAnswer } from './api/answer-alarms.ts';
import { usePutAside, useUndoReview } from './api/today-calls.ts';
import { acknowledgeable, nameOf, type RowAlarm, snoozableAlarm } from './row-alarms.ts';

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
  const notify = useNotices();
  const undoOf = useMemberUndos();
  const [acknowledge, snooze, undoAnswer, putAside, undoReview] = [
    ...([useAcknowledge(), useSnooze(), useUndoAnswer()] as const),
    ...([usePutAside(), useUndoReview()] as const),
  ] as const;

  const failed = (row: TodayRow) => (error: ApiError) =>
    notify({ message: t(`failed.${reasonOf(error)}`, { name: nameOf(row) }), variant: 'error' });
  const clock = (ms: number) => new Date(ms).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  const titlesOf = (alarms: readonly Pick<RowAlarm, 'title'>[]) => alarms.map(({ title }) => title).join(', ');

  /** Says what was done, and offers to undo it. */
  const done = (row: TodayRow, message: string, undo: () => void, variant: 'success' | 'warning' = 'success') => {
    const once = () => {
      // By key or by button: the notice that offers it goes with it.
      close();
      memberUndos.withdraw(row.user_id);
      undo();
    };
    const close = notify({ message, variant, action: { label: t('undo'), onPress: once } });
    memberUndos.offer(row.user_id, { undo: once, closeNotice: close });
  };

  const offerAgain = (row: TodayRow, undo: () => void) =>
    memberUndos.offer(row.user_id, {
      undo: () => {
        memberUndos.withdraw(row.user_id);
        undo();
      },
      closeNotice: () => {},
    });
  const undone = (row: TodayRow) => notify({ message: t('done.undone', { name: nameOf(row) }), variant: 'success' });
  const takeBackAnswer =
    (row: TodayRow, undoes: string, requestId: string = crypto.randomUUID()) =>
    () =>
      undoAnswer.mutate(
        { params: { userId: row.user_id }, body: { request_id: requestId, undoes } },
        {
          onSuccess: ({ results }) => {
            const kept = results.filter(({ outcome }) => outcome !== 'undone');
            const by = kept.find((one) => one.by)?.by;
            if (kept.length === 0) undone(row);
            else
              notify({
                message: by
                  ? t('undonePartlyBy', { name: nameOf(row), by: `${by.firstName} ${by.lastName}`.trim() })
                  : t('undonePartly', { name: nameOf(row) }),
                variant: 'warning',
              });
          },
          // What the server says names who has acted since.
          onError(error) {
            if (error.status === 409) return notify({ message: error.message, variant: 'warning' });
            // Perhaps only the answer was lost: the same request can be sent again.
            if (error.status !== 403) offerAgain(row, takeBackAnswer(row, undoes, requestId));
            return failed(row)(error);
          },
        },
      );
  const takeBackReview = (row: TodayRow) => () =>
    undoReview.mutate({ params: { userId: row.user_id } }, { onSuccess: () => undone(row), onError: failed(row) });

  return {
    acknowledge(row) {
      const shown = acknowledgeable(row);
      if (shown.length === 0) return;
      const requestId = crypto.randomUUID();
      acknowledge.mutate(
        { params: { userId: row.user_id }, body: { request_id: requestId, alarms: shown.map(({ id, version }) => ({ id, version })) } },
        {
          onSuccess({ results, alarms }) {
            const of = (outcome: (typeof results)[number]['outcome']) =>
              shown.filter(({ id }) => results.some((one) => one.id === id && one.outcome === outcome));
            const still = alarms.filter(({ state }) => state === 'raised');
            const taken = of('acknowledged');
            const parts = [
              ...(taken.length > 0 ? [t('done.acknowledged', { name: nameOf(row), count: taken.length, alerts: titlesOf(taken) })] : []),
              ...(of('already').length > 0 ? [alreadyTold(alarms, of('already'))] : []),
              ...(of('over').length > 0 ? [t('already.over', { alerts: titlesOf(of('over')) })] : []),
              ...(of('changed').length > 0 ? [t('gotWorse', { alerts: titlesOf(of('changed')) })] : []),
              ...(still.length > 0 ? [t('stillRinging', { alerts: titlesOf(still) })] : []),
            ];
            const variant = still.length > 0 || taken.length < shown.length ? 'warning' : 'success';
            if (taken.length > 0) done(row, parts.join(' '), takeBackAnswer(row, requestId), variant);
            else notify({ message: parts.join(' '), variant });
          },
          onError: failed(row),
        },
      );
    },

    snooze(row, seconds) {
      const alarm = snoozableAlarm(row, userId);
      if (!alarm) return;
      const requestId = crypto.randomUUID();
      snooze.mutate(
        { params: { alarmId: alarm.id }, body: { request_id: requestId, version: alarm.version, seconds } },
        {
          onSuccess(now) {
            if (now.state === 'snoozed' && now.by?.id === userId)
              return done(
                row,
                t('done.snoozed', { name: nameOf(row), alert: alarm.title, time: clock(now.dueAt ?? 0) }),
                takeBackAnswer(row, requestId),
              );
            return notify({ message: alreadyTold([now], [alarm]), variant: 'warning' });
          },
          onError: failed(row),
        },
      );
    },

    review: (row, reason) =>
      putAside.mutate(
        { params: { userId: row.user_id }, body: { mark: row.mark, reason } },
        { onSuccess: () => done(row, t('done.reviewed', { name: nameOf(row) }), takeBackReview(row)), onError: failed(row) },
      ),

    undo(row) {
      const latest = undoOf(row.user_id);
      if (latest) latest();
      else if (row.review) takeBackReview(row)();
      else notify({ message: t('nothingToUndo', { name: nameOf(row) }) });
    },
    canUndo: (row) => undoOf(row.user_id) !== undefined || row.review !== null,
  };

  /** Somebody else was first: who it was, and with what. */
  function alreadyTold(now: readonly AlarmAnswer[], asked: readonly RowAlarm[]): string {
    const answered = now.filter(({ id }) => asked.some((one) => one.id === id));
    const [first] = answered.filter(({ state, by }) => by && (state === 'acknowledged' || state === 'snoozed'));
    if (!first?.by) return t('already.over', { alerts: titlesOf(asked) });
    const by = `${first.by.firstName} ${first.by.lastName}`.trim();
    return t(first.state === 'snoozed' ? 'already.snoozed' : 'already.acknowledged', { by, alerts: titlesOf(answered) });
  }
}

function reasonOf(error: unknown): 'conflict' | 'forbidden' | 'on_hold' | 'other' {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 409) return 'conflict';
  if (error.code === 'account_on_hold') return 'on_hold';
  return error.status === 403 ? 'forbidden' : 'other';
}
