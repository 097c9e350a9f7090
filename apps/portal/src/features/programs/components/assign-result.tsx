import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { factuaryPrograms } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { useTranslation } from 'react-i18next';
import { accountQuery, useAssignToMany } from '../api/programs.ts';
import styles from '../programs.module.css';

type Results = ReceivedOf<typeof factuaryPrograms.assignProgram>;

/** What became of each: how many began, how many had it, and by name who could not, with the reason. Undo cancels what began. */
export function AssignResult({ programId, results }: { readonly programId: string; readonly results: Results }) {
  const { t } = useTranslation('programs');
  const undo = useAssignToMany();
  const of = (result: Results[number]['result']) => results.filter((one) => one.result === result);
  const begun = of('done');
  const failed = of('failed');
  const left = undo.data?.filter(({ result }) => result === 'failed').length ?? 0;
  return (
    <div className={styles.result}>
      <p role="status">
        {undo.data
          ? t('many.undone', { count: undo.data.length - left })
          : [
              t('many.begun', { count: begun.length }),
              of('unchanged').length > 0 && t('many.had', { count: of('unchanged').length }),
              failed.length > 0 && t('many.refused', { count: failed.length }),
            ]
              .filter(Boolean)
              .join(' ')}
        {left > 0 && ` ${t('many.notUndone', { count: left })}`}
      </p>
      {failed.length > 0 && (
        <ul className={styles.refusals} aria-label={t('many.refusals')}>
          {failed.map(({ user_id: id, error }) => (
            <li key={id}>
              <Name memberId={id} /> {error?.message}
            </li>
          ))}
        </ul>
      )}
      {undo.error && (
        <p role="alert" className={styles.failed}>
          {undo.error.message}
        </p>
      )}
      {begun.length > 0 && !undo.data && (
        <div className={styles.buttons}>
          <Button
            variant="outlined"
            color="inherit"
            disabled={undo.isPending}
            onClick={() => undo.mutate({ params: { id: programId }, body: { op: 'cancel', user_ids: begun.map(({ user_id: id }) => id) } })}
          >
            {t('many.undo', { count: begun.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function Name({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('programs');
  const { data } = useQuery(accountQuery(memberId));
  return <strong>{data ? `${data.personalInfo.firstName} ${data.personalInfo.lastName}:` : `${t('many.member')}:`}</strong>;
}
