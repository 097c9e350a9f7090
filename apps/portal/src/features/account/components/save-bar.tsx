import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from '../account.module.css';

export interface SaveBarProps {
  readonly form: { readonly dirty: boolean; readonly busy: boolean; readonly outcome: object | null; readonly discard: () => void };
  /** Why nothing was saved, in words; null: nothing is wrong. */
  readonly problem: string | null;
}

/** The foot of a form of the account: what became of the last save, and the buttons to save and discard. */
export function SaveBar({ form: { dirty, busy, outcome, discard }, problem }: SaveBarProps) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.bar}>
      {problem === null ? (
        <p role="status" className={styles.told}>
          {outcome && t('saved')}
        </p>
      ) : (
        <p role="alert" className={styles.failed}>
          {problem}
        </p>
      )}
      {dirty && (
        <Button color="inherit" disabled={busy} onClick={discard}>
          {t('discard')}
        </Button>
      )}
      <Button type="submit" variant="contained" disabled={!dirty || busy}>
        {t(busy ? 'saving' : 'save')}
      </Button>
    </div>
  );
}
