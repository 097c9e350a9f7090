import { useTranslation } from 'react-i18next';
import type { AskedAction } from '../actions/account-actions.ts';
import type { WorkRow } from '../actions/account-work.ts';
import styles from './ask-dialog.module.css';
import { AskDialog } from './ask-dialog.tsx';

interface ConfirmDialogProps {
  readonly action: AskedAction;
  readonly rows: readonly WorkRow[];
  readonly onDo: () => void;
  readonly onClose: () => void;
}

/** Names whom it is about and what it means for them before somebody is shut out. */
export function ConfirmDialog({ action, rows, onDo, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('adminAccounts');
  return (
    <AskDialog title={t(`ask.${action}`, { count: rows.length })} deed={t(`action.${action}`)} danger onDo={onDo} onClose={onClose}>
      <ul className={styles.names}>
        {rows.map((row) => (
          <li key={row.id}>
            {row.firstName} {row.lastName}
          </li>
        ))}
      </ul>
      <p>{t(`means.${action}`)}</p>
    </AskDialog>
  );
}
