import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { Erasure } from '@vigil/contract/privacy.contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { erasuresQuery, useWithdrawErasure } from '../api/audit.ts';
import styles from '../audit.module.css';
import { EraseDialog } from './erase-dialog.tsx';

/** Requests to erase members, those still open first, and what became of the others. */
export function ErasureRequests() {
  const { t } = useTranslation('adminAudit');
  const query = useQuery(erasuresQuery());
  const [erasing, setErasing] = useState<Erasure | null>(null);
  if (query.isError && !query.data)
    return (
      <p role="alert" className={styles.failed}>
        {t('requestsFailed')}: {query.error.message}
      </p>
    );
  if (!query.data || query.data.content.length === 0) return null;
  return (
    <section className={styles.list} aria-labelledby="erasures-title">
      <h2 id="erasures-title" className={styles.day}>
        {t('requests')}
      </h2>
      <p className={styles.muted}>{t('requestsLead')}</p>
      <ul className={styles.entries}>
        {query.data.content.map((erasure) => (
          <Request key={erasure.id} erasure={erasure} onErase={() => setErasing(erasure)} />
        ))}
      </ul>
      {erasing && <EraseDialog erasure={erasing} onClose={() => setErasing(null)} />}
    </section>
  );
}

function Request({ erasure, onErase }: { readonly erasure: Erasure; readonly onErase: () => void }) {
  const { t } = useTranslation('adminAudit');
  const { enqueueSnackbar } = useSnackbar();
  const withdraw = useWithdrawErasure();
  const { member, state, requestedBy, byMember, requestedAt, reason, userId } = erasure;
  const name = member ? `${member.firstName} ${member.lastName}` : t('erasedMember', { id: userId.slice(0, 8) });
  const date = (ms: number | null) => (ms === null ? '' : new Date(ms).toLocaleDateString(undefined, { dateStyle: 'medium' }));
  const when = { WAITING: erasure.dueAt, DUE: erasure.dueAt, WITHDRAWN: erasure.withdrawnAt, RECORD_KEPT: erasure.keepRecordUntil };
  const stateDate = date(state in when ? when[state as keyof typeof when] : erasure.decidedAt);
  const open = state === 'WAITING' || state === 'DUE';
  return (
    <li className={styles.request}>
      <span className={styles.sentence}>
        <strong>{name}</strong> · {t(`state.${state}`, { date: stateDate })}
      </span>
      <span className={styles.detail}>
        {byMember || !requestedBy
          ? t('byMember', { date: date(requestedAt) })
          : t('requestBy', { name: `${requestedBy.firstName} ${requestedBy.lastName}`, date: date(requestedAt) })}
        {reason && ` · “${reason}”`}
        <span role="alert" className={styles.failed}>
          {withdraw.error?.message}
        </span>
      </span>
      {open && (
        <span className={styles.requestTools}>
          <Button
            color="inherit"
            disabled={withdraw.isPending}
            onClick={() =>
              withdraw.mutate({ params: { userId } }, { onSuccess: () => enqueueSnackbar(t('withdrawn'), { variant: 'success' }) })
            }
          >
            {t('withdraw')}
          </Button>
          <Button variant="outlined" color="error" onClick={onErase}>
            {t('carryOut')}
          </Button>
        </span>
      )}
    </li>
  );
}
