import './messages.ts';
import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './both-versions.module.css';
import { Caution } from './caution.tsx';

interface BothVersionsProps {
  readonly title: string;
  /** Who has saved theirs, and when. Unix seconds; null where it is not known. */
  readonly by: string | null;
  readonly at: number | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  /** What the other one has saved. */
  readonly children: ReactNode;
}

/**
 * Two have written at once: what the other one saved, above what is written here, and which of them is to hold. Nothing of one's own is
 * lost until one says so.
 */
export function BothVersions({ title, by, at, onKeepMine, onTakeTheirs, children }: BothVersionsProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const when = at === null ? '' : new Date(at * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Caution labelledBy={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p>{t('theySaved', { name: by || t('somebodyElse'), when })}</p>
      {children}
      <span className={styles.buttons}>
        <Button variant="contained" onClick={onKeepMine}>
          {t('keepMine')}
        </Button>
        <Button color="inherit" onClick={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
      </span>
    </Caution>
  );
}
