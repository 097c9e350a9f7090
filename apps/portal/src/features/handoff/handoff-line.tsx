import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { offeredBeforeMinutes } from '@vigil/contract/triage-handoffs.values';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { useSession } from '#lib/session/session.ts';
import { touchedByPushes, waitingQuery } from './api/handoffs.ts';
import { nameOf } from './components/episode-line.tsx';
import styles from './components/handoff.module.css';
import { useMoment } from './moments.ts';

/** How often the end of the shift is asked for; handoffs are told at once. Milliseconds. */
const everyMs = 300_000;

/** On Today: handoffs that wait for the reader, and the end of the reader’s shift when it is near. Nothing otherwise. */
export function HandoffLine() {
  const { roles } = useSession().tenant;
  return roles.some((role) => (careTeamRoles as readonly Role[]).includes(role)) ? <Lines /> : null;
}

function Lines() {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const nowSeconds = useNow() / 1000;
  usePushes('ACTION', { touches: touchedByPushes });
  const { data } = useQuery({ ...waitingQuery(), refetchInterval: everyMs });
  if (!data) return null;
  const { received, on_call_until: until, has_draft: hasDraft } = data;
  const isEnding = until !== null && until > nowSeconds && until - nowSeconds <= offeredBeforeMinutes * 60;
  if (received.length === 0 && !isEnding) return null;
  return (
    <ul className={styles.lines}>
      {received.map(({ handoff_id: handoffId, by, members }) => (
        <li key={handoffId}>
          {t('line.received', { name: nameOf(by), count: members })}
          <Link to="/dashboard/handoff/$handoffId" params={{ handoffId }}>
            {t('line.read')}
          </Link>
        </li>
      ))}
      {isEnding && (
        <li>
          {t('line.shiftEnds', { when: moment(until) })}
          <Link to="/dashboard/handoff">{t(hasDraft ? 'line.continue' : 'line.start')}</Link>
        </li>
      )}
    </ul>
  );
}
