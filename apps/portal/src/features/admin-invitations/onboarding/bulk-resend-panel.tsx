import Button from '@mui/material/Button';
import type { OnboardingRow } from '@vigil/contract/user-admin.contract';
import type { Channel } from '@vigil/contract/user-admin.values';
import { useTranslation } from 'react-i18next';
import styles from './onboarding.module.css';
import { nameOf } from './onboarding-table.tsx';
import type { BulkResend } from './use-bulk-resend.ts';

interface BulkResendPanelProps {
  readonly work: BulkResend;
  /** The server sends nothing by this channel: links wait on the page to be handed over. */
  readonly isHandedOver: boolean;
  readonly onRetry: (rows: readonly OnboardingRow[], channel: Channel) => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** How far the sending is, and who could not be reached and why. */
export function BulkResendPanel({ work, isHandedOver, onRetry, onStop, onClose }: BulkResendPanelProps) {
  const { t } = useTranslation('adminInvitations');
  const { channel, total, sent, failed, isRunning } = work;
  const done = sent.length + failed.length;
  return (
    <section className={styles.work} aria-label={t('onboarding.sending')}>
      <div className={styles.progress}>
        <progress max={total} value={done} aria-label={t('onboarding.sending')} />
        <span role="status">
          {isRunning
            ? `${done} / ${total}`
            : t(isHandedOver ? 'onboarding.made' : 'onboarding.sent', { count: sent.length, channel: t(`channel.${channel}`) })}
        </span>
        {isRunning ? (
          <Button onClick={onStop}>{t('import.stop')}</Button>
        ) : (
          <Button color="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        )}
      </div>
      {failed.length > 0 && (
        <div role="alert">
          <p className={styles.expired}>{t('onboarding.failed', { count: failed.length })}</p>
          <ul className={styles.failed}>
            {failed.map(({ row, reason }) => (
              <li key={row.userId}>
                <strong>{nameOf(row)}</strong> {reason.status === 0 ? t('unreachable') : reason.message}
              </li>
            ))}
          </ul>
          {!isRunning && (
            <Button
              variant="outlined"
              onClick={() =>
                onRetry(
                  failed.map(({ row }) => row),
                  channel,
                )
              }
            >
              {t('onboarding.retry', { count: failed.length })}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
