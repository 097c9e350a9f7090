import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { ownQuery, toCome } from './ask-appointments.ts';

/** When the next appointment is; nothing where there is none. */
export function NextAppointment({ memberId }: { readonly memberId: string }) {
  const { t, i18n } = useTranslation('appointments');
  const nowMs = useNow();
  const { data } = useQuery(ownQuery(memberId));
  const [next] = toCome(data ?? [], nowMs);
  if (!next) return null;
  return t('next', { when: new Date(next.date).toLocaleDateString(i18n.language, { day: 'numeric', month: 'short' }) });
}
