import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useQuery } from '@tanstack/react-query';
import type { Erasure } from '@vigil/contract/privacy.contract';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { Field } from '#ui/field.tsx';
import { erasureQuery, useCarryOutErasure } from '../api/audit.ts';
import styles from '../audit.module.css';

/** The second step: what goes now, what is kept until when, and, before the request is due, the member's name. */
export function EraseDialog({ erasure, onClose }: { readonly erasure: Erasure; readonly onClose: () => void }) {
  const { t } = useTranslation('adminAudit');
  const titleId = useId();
  const [name, setName] = useState('');
  const carryOut = useCarryOutErasure();
  const { enqueueSnackbar } = useSnackbar();
  const { data } = useQuery(erasureQuery(erasure.userId));
  const due = erasure.dueAt <= useNow();
  const fullName = erasure.member ? `${erasure.member.firstName} ${erasure.member.lastName}` : '';
  const erase = () =>
    carryOut.mutate(
      { params: { userId: erasure.userId }, body: { id: erasure.id, ...(!due && { confirmName: name }) } },
      {
        onSuccess: () => {
          enqueueSnackbar(t('done'), { variant: 'success' });
          onClose();
        },
      },
    );
  const fieldFault = carryOut.error?.fields.find(({ field }) => field === 'confirmName')?.message;
  return (
    <Dialog open onClose={carryOut.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          erase();
        }}
      >
        <h2 id={titleId}>{t('eraseTitle', { name: fullName })}</h2>
        <p>{t('eraseNow')}</p>
        {data && <p>{data.keepRecordYears > 0 ? t('eraseKept', { count: data.keepRecordYears }) : t('eraseAll')}</p>}
        {!due && (
          <>
            <p>{t('notDue', { date: new Date(erasure.dueAt).toLocaleDateString(undefined, { dateStyle: 'long' }) })}</p>
            <Field label={t('confirmName')} error={fieldFault}>
              {(control) => <input {...control} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />}
            </Field>
          </>
        )}
        <p role="alert" className={styles.failed}>
          {carryOut.error && !fieldFault ? carryOut.error.message : ''}
        </p>
        <span className={styles.dialogTools}>
          <Button color="inherit" disabled={carryOut.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={carryOut.isPending || (!due && name.trim() === '')}>
            {t(carryOut.isPending ? 'erasing' : 'erase')}
          </Button>
        </span>
      </form>
    </Dialog>
  );
}
