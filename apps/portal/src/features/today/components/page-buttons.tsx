import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './today.module.css';

interface PageButtonsProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** The pages of a list that has more than one. */
export function PageButtons({ page, size, total, onPage }: PageButtonsProps) {
  const { t } = useTranslation('today');
  if (total <= size && page === 1) return null;
  const range = { from: (page - 1) * size + 1, to: Math.min(page * size, total), total: total.toLocaleString() };
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      <span className={styles.muted}>{t('page', range)}</span>
      <Button size="small" color="inherit" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Button size="small" color="inherit" disabled={page * size >= total} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}
