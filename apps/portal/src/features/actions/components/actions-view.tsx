import IconButton from '@mui/material/IconButton';
import { actionCategoryIds } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { type ActionsView, shows } from '../api/ask-actions.ts';
import styles from './actions.module.css';

interface ViewProps {
  readonly view: ActionsView;
  readonly onView: (view: ActionsView) => void;
}

/** Which actions are shown. */
export function ViewChoices({ view, onView }: ViewProps) {
  const { t } = useTranslation('actions');
  return (
    <div className={styles.view}>
      <select
        aria-label={t('show')}
        className={styles.choice}
        value={view.show}
        onChange={(event) => onView({ ...view, page: 0, show: event.target.value as ActionsView['show'] })}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {t(`shows.${show}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('category')}
        className={styles.choice}
        value={view.category ?? ''}
        onChange={(event) => onView({ ...view, page: 0, category: actionCategoryIds.find((id) => id === event.target.value) ?? null })}
      >
        <option value="">{t('everyCategory')}</option>
        {actionCategoryIds.map((id) => (
          <option key={id} value={id}>
            {t(`categories.${id}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PagesProps extends ViewProps {
  readonly total: number;
  readonly size: number;
}

/** Turns the pages; nothing where there is one only. */
export function Pages({ view, onView, total, size }: PagesProps) {
  const { t } = useTranslation('actions');
  const { page } = view;
  if (total <= size && page === 0) return null;
  return (
    <span className={styles.pages}>
      <span aria-live="polite">{t('page', { from: page * size + 1, to: Math.min((page + 1) * size, total), total })}</span>
      <IconButton aria-label={t('previousPage')} disabled={page === 0} onClick={() => onView({ ...view, page: page - 1 })}>
        <Icon name="chevronLeft" />
      </IconButton>
      <IconButton aria-label={t('nextPage')} disabled={(page + 1) * size >= total} onClick={() => onView({ ...view, page: page + 1 })}>
        <Icon name="chevronRight" />
      </IconButton>
    </span>
  );
}
