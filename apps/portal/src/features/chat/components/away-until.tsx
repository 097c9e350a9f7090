import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { absenceQuery } from '../api/ask-chat.ts';
import { useTimes } from '../times.ts';

const minuteMs = 60_000;

/** Until when a colleague is away, as their calendar says it now; nothing for whoever is not, and while it is not known. */
export function AwayUntil({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('chat');
  const times = useTimes();
  const nowMs = useNow();
  const { data } = useQuery(absenceQuery(userId, Math.floor(nowMs / minuteMs) * minuteMs));
  const ends = (data ?? [])
    .filter(({ type, date }) => type === 'OUT_OF_THE_OFFICE' && date <= nowMs)
    .map(({ date, durationMinutes }) => date + durationMinutes * minuteMs)
    .filter((end) => end > nowMs);
  return ends.length === 0 ? null : <strong>{t('people.awayUntil', { when: times.full(Math.max(...ends)) })}</strong>;
}
