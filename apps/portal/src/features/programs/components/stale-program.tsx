import Button from '@mui/material/Button';
import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { useTranslation } from 'react-i18next';
import type { ProgramDraft } from '../program-draft.ts';
import styles from '../programs.module.css';
import { ProgramPreview } from './program-preview.tsx';

interface StaleProgramProps {
  readonly stored: AuthoredProgram;
  readonly theirs: ProgramDraft;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** Two have written at once: what the other one saved, beside what is written here, and which of them is to hold. */
export function StaleProgram({ stored: { saved_by, saved_at }, theirs, onTakeTheirs, onKeepMine }: StaleProgramProps) {
  const { t } = useTranslation('programs');
  const when = new Date(saved_at * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles.stale} role="alert">
      <h2>{t('staleTitle')}</h2>
      <p>{t('staleText', { name: `${saved_by.firstName} ${saved_by.lastName}`, when })}</p>
      <details>
        <summary>{theirs.name}</summary>
        <ProgramPreview program={theirs} />
      </details>
      <div className={styles.buttons}>
        <Button variant="contained" onClick={onKeepMine}>
          {t('keepMine')}
        </Button>
        <Button color="inherit" onClick={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
      </div>
    </section>
  );
}
