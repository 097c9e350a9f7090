import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { calendar } from '@vigil/contract';
import { subscriptionDays } from '@vigil/contract/calendar.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#lib/download.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { subscriptionQuery, useMakeSubscription, useRevokeSubscription } from '../api/calendar.ts';
import styles from '../calendar.module.css';
import type { Span } from '../span.ts';
import { Frame } from './event-dialog.tsx';

interface SubscriptionDialogProps {
  readonly span: Span;
  /** How the span is called. */
  readonly spanText: string;
  readonly onClose: () => void;
}

/** The calendar in other programs: a file of what is shown, and a secret address that they read by themselves. */
export function SubscriptionDialog({ span, spanText, onClose }: SubscriptionDialogProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const save = () => {
    setFailure(null);
    const query = { startDate: span.fromMs, endDate: span.untilMs, titles: 'true' as const };
    const how = { signal: new AbortController().signal, onProgress: () => undefined };
    void download(calendar.getEventsFile, { params: { userId }, query }, how).catch((error: Error) => setFailure(error.message));
  };
  return (
    <Frame title={t('share.title')} onClose={onClose}>
      <section className={styles.formPart}>
        <h3 className={styles.partTitle}>{t('share.file')}</h3>
        <p className={styles.hint}>{t('share.fileText')}</p>
        <span className={styles.buttons}>
          <Button variant="outlined" startIcon={<Icon name="download" />} onClick={save}>
            {t('share.save', { span: spanText })}
          </Button>
        </span>
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      </section>
      <Address />
    </Frame>
  );
}

function Address() {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const { data, error, refetch } = useQuery(subscriptionQuery(userId));
  const [make, revoke] = [useMakeSubscription(), useRevokeSubscription()];
  const [showTitles, setShowTitles] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const failure = make.error ?? revoke.error;
  const isBusy = make.isPending || revoke.isPending;
  const address = make.data && !revoke.data ? `${location.origin}${make.data.path}` : null;
  const day = (ms: number) => new Date(ms).toLocaleDateString(undefined, { dateStyle: 'medium' });
  const stands = data && !revoke.isPending ? data : null;
  return (
    <section className={styles.formPart}>
      <h3 className={styles.partTitle}>{t('share.address')}</h3>
      <p className={styles.hint}>{t('share.addressText', subscriptionDays)}</p>
      {error && data === undefined && (
        <p role="alert" className={styles.failed}>
          {error.message}{' '}
          <Button color="secondary" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {address !== null && (
        <div role="status" className={styles.secret}>
          <Field label={t('share.once')} error={undefined}>
            {(control) => <input {...control} readOnly value={address} onFocus={({ target }) => target.select()} />}
          </Field>
          <Button variant="outlined" onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}>
            {t(isCopied ? 'share.copied' : 'share.copy')}
          </Button>
        </div>
      )}
      {stands && (
        <p>
          {t('share.since', { day: day(stands.createdAt) })} {t(stands.showTitles ? 'share.withTitles' : 'share.withoutTitles')}{' '}
          {stands.lastReadAt === null ? t('share.neverRead') : t('share.lastRead', { day: day(stands.lastReadAt) })}
        </p>
      )}
      <label className={styles.check}>
        <input type="checkbox" checked={showTitles} onChange={({ target }) => setShowTitles(target.checked)} />
        {t('share.showTitles')}
      </label>
      <p className={styles.hint}>{t('share.noNames')}</p>
      <p role="alert" className={styles.failed}>
        {failure && (mayHaveHappened(failure) ? t('unknown') : failure.message)}
      </p>
      <span className={styles.buttons}>
        <Button
          variant="contained"
          disabled={isBusy || data === undefined}
          onClick={() => {
            revoke.reset();
            setCopied(false);
            make.mutate({ params: { userId }, body: { showTitles } });
          }}
        >
          {t(stands ? 'share.makeNew' : 'share.make')}
        </Button>
        {stands && (
          <Button
            color="error"
            variant="outlined"
            disabled={isBusy}
            onClick={() => {
              make.reset();
              revoke.mutate({ params: { userId } });
            }}
          >
            {t('share.revoke')}
          </Button>
        )}
      </span>
    </section>
  );
}
