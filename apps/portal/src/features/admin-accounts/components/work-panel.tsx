import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { type AccountWork, isWriting } from '../actions/account-work.ts';
import type { AccountWorker } from '../actions/use-account-work.ts';
import styles from './work-panel.module.css';

/** Failed rows that are named one by one. */
const mostNamed = 20;

/** What was done; nobody needs to read that it was done to none where all were so already. */
function ended(t: TFunction<'adminAccounts'>, { kind, done, already }: AccountWork): string {
  if (isWriting(kind) || already.length === 0) return t(`worked.${kind}`, { count: done.length });
  const told = t(`already.${kind}`, { count: already.length });
  return done.length === 0 ? told : `${t(`worked.${kind}`, { count: done.length })} ${told}`;
}

/** What is being done with accounts, or was: how far, who failed and why, and the way on. Stands until it is closed. */
export function WorkPanel({ worker }: { readonly worker: AccountWorker }) {
  const { t } = useTranslation('adminAccounts');
  const { work } = worker;
  const panel = useRef<HTMLElement>(null);
  const isRunning = work?.running;
  // The button that was pressed has gone, and would take the keyboard's place on the page with it.
  useEffect(() => {
    if (isRunning !== undefined && (document.activeElement ?? document.body) === document.body) panel.current?.focus();
  }, [isRunning]);
  if (!work) return null;
  const { kind, rows, done, failed, skipped, running, progress } = work;
  const again = failed.length + skipped.length;
  const told = running ? t(`working.${kind}`, { count: rows.length }) : ended(t, work);
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={t('workLabel')}>
      <div className={styles.head}>
        <p role="status" className={styles.told}>
          {told}
          {!running && failed.length > 0 && <strong className={styles.failedCount}> {t('failedCount', { count: failed.length })}</strong>}
          {!running && skipped.length > 0 && ` ${t('skippedCount', { count: skipped.length })}`}
        </p>
        {running ? (
          <Button color="inherit" onClick={worker.stop}>
            {t('stop')}
          </Button>
        ) : (
          <button type="button" className={styles.close} onClick={worker.dismiss} aria-label={t('close')}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {running && <LinearProgress variant="determinate" value={progress} aria-label={told} />}
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label={t('failedLabel')}>
          {failed.slice(0, mostNamed).map(({ row, reason }) => (
            <li key={row.id}>
              <strong>
                {row.firstName} {row.lastName}
              </strong>{' '}
              {reason}
            </li>
          ))}
          {failed.length > mostNamed && <li>{t('furtherFailed', { count: failed.length - mostNamed })}</li>}
        </ul>
      )}
      {!running && (
        <div className={styles.actions}>
          {done.length > 0 && !isWriting(kind) && (
            <Button variant="outlined" color="inherit" onClick={() => void worker.undo(work)}>
              {t('undo')}
            </Button>
          )}
          {again > 0 && (
            <Button variant="outlined" onClick={() => void worker.retry(work)}>
              {t('retryFailed', { count: again })}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
