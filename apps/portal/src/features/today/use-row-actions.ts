import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import { ApiError } from '@vigil/contract/client';
import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '#lib/notices.ts';
import { useSession } from '#lib/session/session.ts';
import { useAcknowledge, useSnooze } from './api/answer-alarms.ts';
import { usePutAside, useUndoReview } from './api/today-calls.ts';

/** What a person can do about a row; each says what became of it at the edge of the page. */
export interface RowActions {
  readonly acknowledge: (row: TodayRow) => void;
  readonly snooze: (row: TodayRow, seconds: number) => void;
  readonly review: (row: TodayRow) => void;
  readonly undo: (row: TodayRow) => void;
  /** Members whom the person has put aside while this page is open. */
  readonly aside: ReadonlySet<string>;
}

type Alarm = TodayRow['alarms'][number];

/** Of some alarms the one that the row's reason tells of; else the worst, which comes first. */
const theNamed = (row: TodayRow, alarms: readonly Alarm[]) => alarms.find(({ title }) => title === row.reason?.title) ?? alarms[0];
const inState = (row: TodayRow, of: Alarm['state']) => row.alarms.filter(({ state }) => state === of);
/** How many alarms of a row ask for somebody. */
export const askingCount = (row: TodayRow) => inState(row, 'raised').length;
/** The alarm of a row that asks for somebody, and that is answered by answering the row. */
export const askingAlarm = (row: TodayRow) => theNamed(row, inState(row, 'raised'));
/** The one that a reader can snooze: also one that the reader has. What another has is theirs to snooze. */
export const snoozableAlarm = (row: TodayRow, reader: string) =>
  askingAlarm(row) ??
  theNamed(
    row,
    inState(row, 'acknowledged').filter(({ by }) => by?.id === reader),
  );
/** The alarm whose standing the row tells: the one that asks, else one that somebody has. */
export const shownAlarm = (row: TodayRow) => askingAlarm(row) ?? theNamed(row, inState(row, 'acknowledged')) ?? theNamed(row, row.alarms);
export const nameOf = ({ user }: Pick<TodayRow, 'user'>) => `${user.firstName} ${user.lastName}`.trim();

export function useRowActions(): RowActions {
  const { t } = useTranslation('today');
  const { userId } = useSession();
  const notify = useNotices();
  const [acknowledge, snooze, putAside, undo] = [useAcknowledge(), useSnooze(), usePutAside(), useUndoReview()];
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const told = (row: TodayRow, done: 'acknowledged' | 'snoozed' | 'reviewed' | 'undone', alarm?: Alarm) => ({
    onSuccess: () => {
      const still = alarm ? askingCount(row) - (alarm.state === 'raised' ? 1 : 0) : 0;
      const message = t(`done.${done}`, { name: nameOf(row), alarm: alarm?.title });
      notify({ message: still > 0 ? `${message} ${t('stillAsk', { count: still })}` : message, variant: 'success' });
      if (done === 'reviewed') setAside((before) => new Set(before).add(row.user_id));
      if (done === 'undone') setAside((before) => new Set([...before].filter((id) => id !== row.user_id)));
    },
    onError: (error: ApiError) => notify({ message: t(`failed.${reasonOf(error)}`, { name: nameOf(row) }), variant: 'error' }),
  });
  /** An answer that names somebody else says that nothing was done: they were first. */
  const answered = (row: TodayRow, done: 'acknowledged' | 'snoozed', alarm: Alarm) => ({
    ...told(row, done, alarm),
    onSuccess: (now: AlarmAnswer) => {
      if (now.state === done && now.by?.id === userId) return told(row, done, alarm).onSuccess();
      const state = now.state === 'acknowledged' || now.state === 'snoozed' ? now.state : null;
      const by = now.by && `${now.by.firstName} ${now.by.lastName}`.trim();
      const message =
        state && by ? t(`already.${state}`, { by, name: nameOf(row), alarm: alarm.title }) : t('failed.conflict', { name: nameOf(row) });
      notify({ message, variant: 'warning' });
    },
  });
  const request = (version: number) => ({ request_id: crypto.randomUUID(), version });
  return {
    aside,
    acknowledge(row) {
      const alarm = askingAlarm(row);
      if (alarm) acknowledge.mutate({ params: { alarmId: alarm.id }, body: request(alarm.version) }, answered(row, 'acknowledged', alarm));
    },
    snooze(row, seconds) {
      const alarm = snoozableAlarm(row, userId);
      if (alarm)
        snooze.mutate({ params: { alarmId: alarm.id }, body: { ...request(alarm.version), seconds } }, answered(row, 'snoozed', alarm));
    },
    review: (row) => putAside.mutate({ params: { userId: row.user_id }, body: { mark: row.mark } }, told(row, 'reviewed')),
    undo: (row) => undo.mutate({ params: { userId: row.user_id } }, told(row, 'undone')),
  };
}

function reasonOf(error: unknown): 'conflict' | 'forbidden' | 'on_hold' | 'other' {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 409) return 'conflict';
  if (error.code === 'account_on_hold') return 'on_hold';
  return error.status === 403 ? 'forbidden' : 'other';
}
