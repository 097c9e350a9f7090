import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './today.module.css';

/** The list has become another: rows stay where they are until this is pressed. */
export function ChangesButton({ changes, onShow }: { readonly changes: number; readonly onShow: () => void }) {
  const { t } = useTranslation('today');
  return (
    <div className={styles.changes} aria-live="polite">
      {changes > 0 && (
        <Button size="small" variant="outlined" title={t('changesHelp')} onClick={onShow}>
          {t('changes', { count: changes })}
        </Button>
      )}
    </div>
  );
}
