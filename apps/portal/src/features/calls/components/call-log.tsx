import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { Call } from '@vigil/contract/calls.contract';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { useCallLog } from '../api/ask-calls.ts';
import { clockOf, resultKey } from '../call-words.ts';
import styles from './calls.module.css';

/** Calls of a member with the care team, or one's own (null): who called whom, when, and what became of it. */
export function CallLog({ memberId }: { readonly memberId: string | null }) {
  const { t } = useTranslation('calls');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCallLog(memberId);
  return (
    <section className={styles.part}>
      <h2>{t('panel.log')}</h2>
      {error && !data && (
        <StatePanel
          failure
          icon="alert"
          title={t('panel.failed')}
          text={error.message}
          action={{ label: t('panel.retry'), onClick: () => void refetch() }}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label={t('panel.loading')}>
          <Skeleton variant="rounded" height={96} />
        </div>
      )}
      {data?.length === 0 && <p className={styles.quiet}>{t('panel.empty')}</p>}
      <ol className={styles.log}>
        {data?.map((call) => (
          <LogRow key={call.callId} call={call} />
        ))}
      </ol>
      {hasNextPage && (
        <Button color="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('panel.more')}
        </Button>
      )}
    </section>
  );
}

function LogRow({ call }: { readonly call: Call }) {
  const { t, i18n } = useTranslation('calls');
  const { userId } = useSession();
  const { caller, callee, callLog, isVideoCall } = call;
  const nameOf = (one: Call['caller'], own: string) => (one.userId === userId ? own : `${one.firstName} ${one.lastName}`.trim());
  const result = t(`result.${resultKey(call)}`);
  const when = new Date(callLog.startedAt).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const length = callLog.duration === null ? null : clockOf(callLog.duration);
  return (
    <li>
      <Icon name={isVideoCall ? 'camera' : 'phone'} />
      <span className={styles.name}>
        {t('panel.out', { from: nameOf(caller, t('panel.you')), to: nameOf(callee, t('panel.youObject')) })}
      </span>
      <span className={styles.quiet}>
        {[when, t(isVideoCall ? 'panel.video' : 'panel.voice'), length, call.endResult === 'completed' && length !== null ? null : result]
          .filter((part) => part !== null)
          .join(' · ')}
      </span>
    </li>
  );
}
