import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Program } from '@vigil/contract/factuary-programs.shapes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#ui/load-failed.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { catalogueQuery } from '../api/content.ts';
import styles from '../content.module.css';

interface AssignDialogProps {
  /** Ids of programs that the member has now. */
  readonly running: ReadonlySet<string>;
  readonly busy: boolean;
  /** Why the last one could not be assigned. */
  readonly failure: string | null;
  readonly onAssign: (program: Program) => void;
  readonly onClose: () => void;
}

/** The catalogue, from which a program is assigned. */
export function AssignDialog({ onClose, ...rest }: AssignDialogProps) {
  const { t } = useTranslation('patientContent');
  return (
    <Dialog open onClose={onClose} aria-labelledby="catalogue-title" slotProps={{ paper: { className: styles.dialog ?? '' } }}>
      <div className={styles.dialogHead}>
        <h2 id="catalogue-title">{t('catalogueTitle')}</h2>
        <Button color="inherit" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
      <p className={styles.muted}>{t('catalogueLead')}</p>
      <Catalogue {...rest} />
    </Dialog>
  );
}

function Catalogue({ running, busy, failure, onAssign }: Omit<AssignDialogProps, 'onClose'>) {
  const { t } = useTranslation('patientContent');
  const [page, setPage] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useQuery(catalogueQuery(page));
  if (error && !data) return <LoadFailed error={error} title={t('failedPrograms')} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  if (data.total === 0)
    return (
      <StatePanel icon="note" title={t('catalogueEmptyTitle')} text={t('catalogueEmpty')}>
        <Button variant="outlined" component={Link} to="/dashboard/programs">
          {t('toPrograms')}
        </Button>
      </StatePanel>
    );
  return (
    <>
      <p role="alert" className={styles.failedText}>
        {failure}
      </p>
      <ul className={`${styles.rows} ${isPlaceholderData ? styles.late : ''}`}>
        {data.all.map((program) => (
          <li key={program.id} className={styles.row}>
            <span className={styles.what}>
              <strong>{program.title}</strong>
              {program.description && <span>{program.description}</span>}
              <span className={styles.muted}>{totalsOf(program, t)}</span>
            </span>
            {running.has(program.id) ? (
              <span className={styles.muted}>{t('assigned')}</span>
            ) : (
              <Button
                variant="outlined"
                disabled={busy}
                onClick={() => onAssign(program)}
                aria-label={`${t('assignOne')}: ${program.title}`}
              >
                {t('assignOne')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(page > 0 || data.nextPage !== null) && (
        <div className={styles.buttons}>
          <Button color="inherit" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <Button color="inherit" disabled={data.nextPage === null} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </div>
      )}
    </>
  );
}

function totalsOf(
  { aggregations: { modules, insights, pledges, surveys } }: Program,
  t: ReturnType<typeof useTranslation<'patientContent'>>['t'],
): string {
  const counts = t('counts', { insights: insights.total, pledges: pledges.total, surveys: surveys.total });
  return `${t('modules', { count: modules.total })} · ${counts}`;
}
