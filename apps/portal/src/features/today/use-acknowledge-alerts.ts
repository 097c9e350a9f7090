import './messages.ts';
import type { alertsAlarms } from '@vigil/contract';
import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcknowledge } from './api/answer-alarms.ts';
import { type AnsweredMember, useUndoableAnswers } from './use-undoable-answers.ts';

type Answer = ReceivedOf<typeof alertsAlarms.acknowledgeMember>;

/** An alert as a screen shows it. */
export type ShownAlert = Pick<AlarmAnswer, 'id' | 'version' | 'title'>;

/** Acknowledges what is shown of a member, in one call, and says what became of each: what got worse since keeps ringing. */
export function useAcknowledgeAlerts(): (member: AnsweredMember, shown: readonly ShownAlert[]) => void {
  const { t } = useTranslation('today');
  const acknowledge = useAcknowledge();
  const alreadyTold = useAlreadyTold();
  const { notify, failed, done, takeBackAnswer } = useUndoableAnswers();
  const underWay = useRef(new Set<string>());

  const told = (member: AnsweredMember, shown: readonly ShownAlert[], requestId: string, { results, alarms }: Answer) => {
    const of = (outcome: (typeof results)[number]['outcome']) =>
      shown.filter(({ id }) => results.some((one) => one.id === id && one.outcome === outcome));
    const still = alarms.filter(({ state }) => state === 'raised');
    const taken = of('acknowledged');
    const parts = [
      ...(taken.length > 0 ? [t('done.acknowledged', { name: member.name, count: taken.length, alerts: titlesOf(taken) })] : []),
      ...(of('already').length > 0 ? [alreadyTold(alarms, of('already'))] : []),
      ...(of('over').length > 0 ? [t('already.over', { alerts: titlesOf(of('over')) })] : []),
      ...(of('changed').length > 0 ? [t('gotWorse', { alerts: titlesOf(of('changed')) })] : []),
      ...(still.length > 0 ? [t('stillRinging', { alerts: titlesOf(still) })] : []),
    ];
    const variant = still.length > 0 || taken.length < shown.length ? 'warning' : 'success';
    if (taken.length > 0) done(member, parts.join(' '), takeBackAnswer(member, requestId), variant);
    else notify({ message: parts.join(' '), variant });
  };

  return (member, shown) => {
    // A second press before the answer has come would only be told that somebody was faster.
    if (shown.length === 0 || underWay.current.has(member.id)) return;
    underWay.current.add(member.id);
    const requestId = crypto.randomUUID();
    const body = { request_id: requestId, alarms: shown.map(({ id, version }) => ({ id, version })) };
    // What became of each is told: also of one row where the next is acknowledged meanwhile, and when the palette has closed.
    void acknowledge
      .mutateAsync({ params: { userId: member.id }, body })
      .then((answer) => told(member, shown, requestId, answer), failed(member))
      .finally(() => underWay.current.delete(member.id));
  };
}

/** Somebody else was first: who it was, and with what. */
export function useAlreadyTold(): (now: readonly AlarmAnswer[], asked: readonly Pick<ShownAlert, 'id' | 'title'>[]) => string {
  const { t } = useTranslation('today');
  return (now, asked) => {
    const answered = now.filter(({ id }) => asked.some((one) => one.id === id));
    const [first] = answered.filter(({ state, by }) => by && (state === 'acknowledged' || state === 'snoozed'));
    if (!first?.by) return t('already.over', { alerts: titlesOf(asked) });
    const by = `${first.by.firstName} ${first.by.lastName}`.trim();
    return t(first.state === 'snoozed' ? 'already.snoozed' : 'already.acknowledged', { by, alerts: titlesOf(answered) });
  };
}

const titlesOf = (alarms: readonly { readonly title: string }[]) => alarms.map(({ title }) => title).join(', ');
