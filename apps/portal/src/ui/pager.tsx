import './list/messages.ts';
import IconButton from '@mui/material/IconButton';
import { pageSizes } from '@vigil/contract/paging.values';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import { Icon } from './icons.tsx';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  /** Undefined while the first answer is awaited. */
  readonly total: number | undefined;
  /** The answer to what is asked now is awaited: the count is hidden, in its place, and the pages cannot be turned. */
  readonly late?: boolean;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

export function Pager({ page, size, total, late = false, onPage, onSize }: PagerProps) {
  const { t } = useTranslation('list');
  const pages = Math.max(1, Math.ceil((total ?? 0) / size));
  const format = (n: number) => n.toLocaleString();
  // Not `disabled` while an answer is late: the button that was just pressed would lose the focus.
  const turn = (to: number) => ({
    onClick: () => late || onPage(to),
    'aria-disabled': late,
    className: late ? (styles.waiting ?? '') : '',
  });
  return (
    <>
      <div className={styles.pager}>
        <label htmlFor="rows-per-page">{t('rowsPerPage')}</label>
        <select id="rows-per-page" className={styles.pageSize} value={size} onChange={(event) => onSize(Number(event.target.value))}>
          {pageSizes.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.pager}>
        <span aria-live="polite" className={late ? styles.hidden : undefined}>
          {total === undefined
            ? ''
            : total === 0
              ? t('noRows')
              : t('pageOf', { from: format((page - 1) * size + 1), to: format(Math.min(page * size, total)), total: format(total) })}
        </span>
        <IconButton aria-label={t('previousPage')} disabled={page <= 1} {...turn(page - 1)}>
          <Icon name="chevronLeft" />
        </IconButton>
        <IconButton aria-label={t('nextPage')} disabled={page >= pages} {...turn(page + 1)}>
          <Icon name="chevronRight" />
        </IconButton>
      </div>
    </>
  );
}
