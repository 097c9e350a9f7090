import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ApiError } from '@vigil/contract/client';
import type { Program } from '@vigil/contract/factuary-programs.shapes';
import type { ProgramOp } from '@vigil/contract/factuary-programs.values';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { Icon } from '#ui/icons.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { programsQuery, useChangePrograms } from '../api/content.ts';
import styles from '../content.module.css';
import { AssignDialog } from './assign-dialog.tsx';
import { Loading } from './content-list.tsx';
import { ProgramCard } from './program-card.tsx';

interface ProgramsProps {
  readonly memberId: string;
  readonly own: boolean;
  /** Of the care team: may assign, cancel and begin anew. */
  readonly canAssign: boolean;
}

/** Programs of a member, the ones that run first. */
export function Programs({ memberId, own, canAssign }: ProgramsProps) {
  const { t } = useTranslation('patientContent');
  const titleId = useId();
  const [assigning, setAssigning] = useState(false);
  const query = useQuery(programsQuery(memberId));
  const changes = useChange(memberId, () => setAssigning(false));
  const programs = query.data?.assigned.toSorted((one, other) => Number(other.isAssigned) - Number(one.isAssigned));
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.sectionHead}>
        <h2 id={titleId}>{t('programs')}</h2>
        {canAssign && (
          <span className={styles.buttons}>
            <Button color="inherit" component={Link} to="/dashboard/programs">
              {t('write')}
            </Button>
            <Button variant="contained" startIcon={<Icon name="plus" />} onClick={() => setAssigning(true)}>
              {t('assign')}
            </Button>
          </span>
        )}
        {!own && !canAssign && <span className={styles.muted}>{t('observer')}</span>}
      </div>
      {!assigning && (
        <p role="alert" className={styles.failedText}>
          {changes.failure}
        </p>
      )}
      {query.error && !programs && (
        <LoadFailed
          error={own ? { status: 0, message: t('failed.other') } : query.error}
          title={t('failedPrograms')}
          onRetry={() => void query.refetch()}
        />
      )}
      {!programs && !query.error && <Loading />}
      {programs?.length === 0 && (
        <StatePanel icon="note" title={t(own ? 'emptyOwnTitle' : 'emptyProgramsTitle')} text={t(own ? 'emptyOwn' : 'emptyPrograms')} />
      )}
      {programs && programs.length > 0 && (
        <ul className={styles.cards} data-own={own}>
          {programs.map((program) => (
            <ProgramCard
              key={`${program.id} ${program.started_at}`}
              memberId={memberId}
              program={program}
              own={own}
              busy={changes.isPending}
              {...(canAssign && { onChange: changes.change })}
            />
          ))}
        </ul>
      )}
      {assigning && (
        <AssignDialog
          running={new Set((programs ?? []).filter(({ isAssigned }) => isAssigned).map(({ id }) => id))}
          busy={changes.isPending}
          failure={changes.failure}
          onAssign={(program) => changes.change('assign', program)}
          onClose={() => setAssigning(false)}
        />
      )}
    </section>
  );
}

/** Changes of the member's programs. A restart whose answer was lost is sent again under its id, and begins once. */
function useChange(memberId: string, onDone: () => void) {
  const { t } = useTranslation('patientContent');
  const { enqueueSnackbar } = useSnackbar();
  const { mutateAsync, isPending } = useChangePrograms();
  const [failure, setFailure] = useState<string | null>(null);
  const [restart, setRestart] = useState<{ readonly program: string; readonly id: string } | null>(null);
  const words = { assign: 'assignedNow', cancel: 'canceledNow', restart: 'restartedNow' } as const;
  return {
    isPending,
    failure,
    change(op: ProgramOp, { id: program_id, title }: Program) {
      const again = restart?.program === program_id ? restart : { program: program_id, id: crypto.randomUUID() };
      setFailure(null);
      if (op === 'restart') setRestart(again);
      const body = [{ op, program_id, ...(op === 'restart' && { id: again.id }) }];
      // Not by callbacks of `mutate`: of two programs that are changed at once only the later would be told of.
      void mutateAsync({ params: { id: memberId }, body }).then(
        ([made]) => {
          setRestart((now) => (now?.id === again.id ? null : now));
          if (made?.error) return setFailure(made.error.message);
          enqueueSnackbar(t(words[op], { title }), { variant: 'success' });
          onDone();
        },
        (error: ApiError) => setFailure(mayHaveHappened(error) ? t('failed.unreachable') : error.message),
      );
    },
  };
}
