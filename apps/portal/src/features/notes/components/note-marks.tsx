import { useTranslation } from 'react-i18next';
import styles from './notes.module.css';

/** The two marks that a note can have. */
export function NoteMarks({ onMark }: { readonly onMark: (how: 'bold' | 'list') => void }) {
  const { t } = useTranslation('notes');
  return (
    <div className={styles.marks} role="toolbar" aria-label={t('marks.label')}>
      {(['bold', 'list'] as const).map((how) => (
        <button key={how} type="button" className={styles.markButton} onClick={() => onMark(how)}>
          {how === 'bold' ? <strong>{t('marks.bold')}</strong> : `• ${t('marks.list')}`}
        </button>
      ))}
    </div>
  );
}
