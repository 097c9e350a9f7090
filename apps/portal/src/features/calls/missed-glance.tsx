import './messages.ts';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { useSession } from '#lib/session/session.ts';
import { useStore } from '#lib/store.ts';
import { GlanceAwaited, GlanceFailed, GlanceRow } from '#ui/glance-row.tsx';
import { useCallLog } from './api/ask-calls.ts';
import { callsSeen, missedCalls } from './missed-calls.ts';

/** Calls that the person missed: from whom, when. Nothing where there are none, or where they have been looked at. */
export function MissedGlance({ onOpen }: { readonly onOpen: () => void }) {
  const { t, i18n } = useTranslation('calls');
  const { userId } = useSession();
  const nowMs = useNow();
  const seen = useStore(callsSeen);
  const { data, error, refetch } = useCallLog(null);
  if (error && !data) return <GlanceFailed text={t('glance.failed')} onRetry={() => void refetch()} />;
  if (!data) return <GlanceAwaited />;
  const missed = missedCalls(data, userId, seen, nowMs);
  const [last] = missed;
  if (!last) return null;
  const name = `${last.caller.firstName} ${last.caller.lastName}`.trim();
  const when = new Date(last.callLog.startedAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <GlanceRow
      icon="phone"
      title={t('glance.missed', { count: missed.length })}
      detail={t(missed.length === 1 ? 'glance.from' : 'glance.lastFrom', { name, when })}
      onOpen={onOpen}
    />
  );
}
