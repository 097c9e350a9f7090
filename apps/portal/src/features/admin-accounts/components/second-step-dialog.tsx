import type { AccountRow } from '@vigil/contract/registry.contract';
import { useTranslation } from 'react-i18next';
import { useResetSecondFactor } from '../api/reset-second-factor.ts';
import { nameOf } from '../name-of.ts';
import styles from './ask-dialog.module.css';
import { AskDialog } from './ask-dialog.tsx';

/** Asks before somebody's second step is taken away: until a new one is set up, a password alone opens the account. */
export function SecondStepDialog({ row, onClose }: { readonly row: AccountRow; readonly onClose: () => void }) {
  const { t } = useTranslation('adminAccounts');
  const { reset, error, isPending } = useResetSecondFactor(onClose);
  return (
    <AskDialog
      title={t('secondStep.title', { name: nameOf(row) })}
      deed={t('secondStep.do')}
      danger
      disabled={isPending}
      onDo={() => reset(row.id)}
      onClose={onClose}
    >
      <p>{t('secondStep.means')}</p>
      <p className={styles.hint}>{t('secondStep.beSure')}</p>
      <p role="alert" className={styles.wrong}>
        {error && (error.status === 0 ? t('failure.unreachable') : error.message)}
      </p>
    </AskDialog>
  );
}
