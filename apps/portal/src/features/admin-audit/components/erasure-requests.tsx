import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { Erasure } from '@vigil/contract/privacy.contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { erasuresQuery, useWithdrawErasure } from '../api/audit.ts';
import styles from '../audit.module.css';
import { EraseDialog } from './erase-dialog.tsx';

/** Requests to erase members: those that are open and wait for somebody, or what became of the others. */
export function ErasureRequests({ open }: { readonly open: boolean }) {
  const { t } = useTranslation('adminAudit');
  const query = useQuery(erasuresQuery());
  const title = t(open ? 'requests' : 'pastRequests');
  const [erasing, setErasing] = useState<Erasure | null>(null);
  if (query.isError && !query.data && open)
    return (
      <p role="alert" className={styles.failed}>
        {t('requestsFailed')}: {query.error.message}
      </p>
    );
  const shown = query.data?.content.filter(({ state }) => isOpen(state) === open) ?? [];
  if (shown.length === 0) return null;
  return (
    <section className={styles.list} aria-label={title}>
      <h2 className={styles.day}>{title}</h2>
      {open && <p className={styles.muted}>{t('requestsLead')}</p>}
      <ul className={styles.entries}>
        {shown.map((erasure) => (
          <Request key={erasure.id} erasure={erasure} onErase={() => setErasing(erasure)} />
        ))}
      </ul>
      {erasing && <EraseDialog erasure={erasing} onClose={() => setErasing(null)} />}
    </section>
  );
}

const isOpen = (state: Erasure['state']) => state === 'WAITING' || state === 'DUE';

function Request({ erasure, onErase }: { readonly erasure: Erasure; readonly onErase: () => void }) {
  const { t } = useTranslation('adminAudit');
  const { enqueueSnackbar } = useSnackbar();
  const withdraw = useWithdrawErasure();
  const { member, state, requestedBy, byMember, requestedAt, reason, userId } = erasure;
  const name = member ? `${member.firstName} ${member.lastName}` : t('erasedMember', { id: userId.slice(0, 8) });
  const date = (ms: number | null) => (ms === null ? '' : new Date(ms).toLocaleDateString(undefined, { dateStyle: 'medium' }));
  const when = { WAITING: erasure.dueAt, DUE: erasure.dueAt, WITHDRAWN: erasure.withdrawnAt, RECORD_KEPT: erasure.keepRecordUntil };
  const stateDate = date(state in when ? when[state as keyof typeof when] : erasure.decidedAt);
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
      {isOpen(state) && (
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
