import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { Erasure } from '@vigil/contract/privacy.contract';
import { longestErasureReason } from '@vigil/contract/privacy.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTried } from '#lib/tried.ts';
import { Field } from '#ui/field.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { erasureQuery, useRequestErasure, useWithdrawErasure } from '../api/own-privacy.ts';
import styles from '../own-privacy.module.css';

/** Asking to be erased, what becomes of the data then, and taking the request back. */
export function OwnErasure({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('ownPrivacy');
  const query = useQuery(erasureQuery(memberId));
  return (
    <section className={styles.card} aria-labelledby="erase-title">
      <h2 id="erase-title">{t('eraseTitle')}</h2>
      {query.data ? (
        <>
          <p>{query.data.keepRecordYears > 0 ? t('eraseKept', { count: query.data.keepRecordYears }) : t('eraseAll')}</p>
          {query.data.erasure ? <Standing memberId={memberId} erasure={query.data.erasure} /> : <Ask memberId={memberId} />}
        </>
      ) : query.isError ? (
        <StatePanel
          icon="alert"
          failure
          title={t('failedTitle')}
          text={query.error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      ) : (
        <Skeleton variant="rounded" height={96} />
      )}
    </section>
  );
}

function Ask({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('ownPrivacy');
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const triedAs = useTried();
  const request = useRequestErasure();
  const tooMany = reason.trim().length - longestErasureReason;
  const fault = reason.trim() === '' ? t('reasonEmpty') : tooMany > 0 ? t('reasonLong', { count: tooMany }) : undefined;
  if (!open)
    return (
      <>
        <p className={styles.muted}>{t('eraseWho')}</p>
        <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
          {t('ask')}
        </Button>
      </>
    );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!fault) request.mutate({ params: { userId: memberId }, body: { id: triedAs(reason).id, reason } });
      }}
    >
      <Field label={t('reason')} error={tried ? fault : undefined}>
        {(control) => <textarea {...control} rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
      <p role="alert" className={styles.failed}>
        {request.error?.message}
      </p>
      <p className={styles.buttons}>
        <Button type="submit" variant="contained" disabled={request.isPending}>
          {t(request.isPending ? 'asking' : 'askNow')}
        </Button>
        <Button color="inherit" disabled={request.isPending} onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
      </p>
    </form>
  );
}

function Standing({ memberId, erasure }: { readonly memberId: string; readonly erasure: Erasure }) {
  const { t, i18n } = useTranslation('ownPrivacy');
  const withdraw = useWithdrawErasure();
  const { enqueueSnackbar } = useSnackbar();
  const date = (ms: number) => new Date(ms).toLocaleDateString(i18n.language, { dateStyle: 'long' });
  return (
    <div className={styles.standing} role="status">
      <h3>{t(erasure.byMember ? 'waitingTitle' : 'askedForYouTitle')}</h3>
      <p>{t('waitingText', { date: date(erasure.requestedAt), due: date(erasure.dueAt) })}</p>
      {erasure.reason && <p className={styles.muted}>“{erasure.reason}”</p>}
      <p role="alert" className={styles.failed}>
        {withdraw.error?.message}
      </p>
      <Button
        variant="outlined"
        color="inherit"
        disabled={withdraw.isPending}
        onClick={() =>
          withdraw.mutate({ params: { userId: memberId } }, { onSuccess: () => enqueueSnackbar(t('withdrawn'), { variant: 'success' }) })
        }
      >
        {t('withdraw')}
      </Button>
    </div>
  );
}
