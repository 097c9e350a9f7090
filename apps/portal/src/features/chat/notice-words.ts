import type { ChatNotice } from '@vigil/contract/chat.contract';
import type { TFunction } from 'i18next';
import type { Times } from './times.ts';

const minuteMs = 60_000;

/** What the platform says in a conversation, in the reader's words. */
export function noticeWords(t: TFunction<'chat'>, { type, name, time }: ChatNotice, times: Times): string {
  const who = name ?? t('notice.somebody');
  // Of a call the time is how long the two heard each other.
  if (type === 'call_ended' && time !== null)
    return time < minuteMs
      ? t('notice.call_short', { name: who })
      : t('notice.call_lasted', { name: who, count: Math.round(time / minuteMs) });
  return t(`notice.${type}`, { name: who, when: time === null ? t('notice.unknownTime') : times.full(time) });
}
