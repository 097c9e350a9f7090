import IconButton from '@mui/material/IconButton';
import { noteFilters, noteSorts } from '@vigil/contract/notary.values';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import type { HistoryView } from '../api/ask-notes.ts';
import styles from './notes.module.css';

interface NotesViewProps {
  readonly view: HistoryView;
  readonly onView: (view: HistoryView) => void;
}

/** Which notes are shown, and in which order. */
export function NotesView({ view, onView }: NotesViewProps) {
  const { t } = useTranslation('notes');
  return (
    <div className={styles.view}>
      <select
        aria-label={t('filter')}
        className={styles.choice}
        value={view.filter}
        onChange={(event) => onView({ ...view, page: 0, filter: event.target.value as HistoryView['filter'] })}
      >
        {noteFilters.map((filter) => (
          <option key={filter} value={filter}>
            {t(`filters.${filter}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('sort')}
        className={styles.choice}
        value={view.sort}
        onChange={(event) => onView({ ...view, page: 0, sort: event.target.value as HistoryView['sort'] })}
      >
        {noteSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sorts.${sort}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NotesPagesProps extends NotesViewProps {
  readonly total: number;
  readonly size: number;
  /** The page that was asked for has not come yet: the one before is shown. */
  readonly late: boolean;
}

/** Turns the pages of a long history; nothing where there is one page only. */
export function NotesPages({ view, onView, total, size, late }: NotesPagesProps) {
  const { t } = useTranslation('list');
  const { page } = view;
  if (total <= size && page === 0) return null;
  const turn = (by: number) => () => late || onView({ ...view, page: page + by });
  return (
    <span className={styles.pages}>
      <span aria-live="polite">{!late && t('pageOf', { from: page * size + 1, to: Math.min((page + 1) * size, total), total })}</span>
      <IconButton aria-label={t('previousPage')} disabled={page === 0} onClick={turn(-1)}>
        <Icon name="chevronLeft" />
      </IconButton>
      <IconButton aria-label={t('nextPage')} disabled={(page + 1) * size >= total} onClick={turn(1)}>
        <Icon name="chevronRight" />
      </IconButton>
    </span>
  );
}
