import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { GlanceAwaited, GlanceFailed, GlanceRow } from '#ui/glance-row.tsx';
import { ownerOf, ownQuery, toCome } from './ask-appointments.ts';
import { shortWhenText } from './time-words.ts';

interface NextGlanceProps {
  readonly memberId: string;
  readonly onOpen: () => void;
}

/** When a member's next appointment is, and with whom; nothing where there is none. */
export function NextGlance({ memberId, onOpen }: NextGlanceProps) {
  const { t, i18n } = useTranslation('appointments');
  const nowMs = useNow();
  const { data, error, refetch } = useQuery(ownQuery(memberId));
  if (error && !data) return <GlanceFailed text={t('failed')} onRetry={() => void refetch()} />;
  if (!data) return <GlanceAwaited />;
  const [next] = toCome(data, nowMs);
  if (!next) return null;
  return (
    <GlanceRow
      icon="calendar"
      title={t('glance')}
      detail={`${shortWhenText(next.date, i18n.language)}, ${t('with', { name: ownerOf(next) || t('somebody') })}`}
      onOpen={onOpen}
    />
  );
}
