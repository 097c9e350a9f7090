import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { mostMembersAtOnce } from '@vigil/contract/factuary-programs.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cohortMembersQuery, cohortsQuery, useAssignToMany } from '../api/programs.ts';
import styles from '../programs.module.css';
import { AssignResult } from './assign-result.tsx';
import { ChosenMembers, type Member } from './chosen-members.tsx';

/** A program for many members: whom, how many that is, and then what became of each. What was begun can be taken back at once. */
export function AssignMany({ programId }: { readonly programId: string }) {
  const { t } = useTranslation('programs');
  const [by, setBy] = useState<'cohort' | 'members'>('cohort');
  const [cohortId, setCohortId] = useState('');
  const [members, setMembers] = useState<readonly Member[]>([]);
  const assign = useAssignToMany();
  const preview = useQuery({ ...cohortMembersQuery(cohortId), enabled: by === 'cohort' && cohortId !== '' });
  const isLate = preview.isFetching && !preview.data;
  const count = by === 'members' ? members.length : cohortId === '' ? 0 : preview.data?.totalElements;
  const tooMany = count !== undefined && count > mostMembersAtOnce;
  const choose = (change: () => void) => {
    change();
    assign.reset();
  };
  const send = () => {
    const params = { id: programId };
    if (by === 'cohort') assign.mutate({ params, body: { op: 'assign', cohort_id: cohortId } });
    else assign.mutate({ params, body: { op: 'assign', user_ids: members.map(({ id }) => id) } });
  };

  return (
    <section aria-label={t('many.title')} className={styles.many}>
      <p className={styles.muted}>{t('many.lead')}</p>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={by}
        aria-label={t('many.to')}
        onChange={(_event, to: typeof by | null) => to && choose(() => setBy(to))}
      >
        <ToggleButton value="cohort">{t('many.cohort')}</ToggleButton>
        <ToggleButton value="members">{t('many.members')}</ToggleButton>
      </ToggleButtonGroup>
      {by === 'cohort' ? (
        <CohortChoice value={cohortId} onChange={(id) => choose(() => setCohortId(id))} />
      ) : (
        <ChosenMembers members={members} onChange={(next) => choose(() => setMembers(next))} />
      )}
      {assign.data ? (
        <AssignResult programId={programId} results={assign.data} />
      ) : (
        <>
          <p aria-live="polite" className={styles.headcount}>
            {isLate && t('many.counting')}
            {preview.error && by === 'cohort' && t('many.countFailed')}
            {count !== undefined && count > 0 && !tooMany && t('many.count', { count })}
            {count === 0 && by === 'cohort' && cohortId !== '' && t('many.nobody')}
            {tooMany && t('many.tooMany', { count, most: mostMembersAtOnce })}
            {by === 'cohort' && preview.data && count !== 0 && <Names rows={preview.data.content} total={preview.data.totalElements} />}
          </p>
          {assign.error && (
            <p role="alert" className={styles.failed}>
              {assign.error.message}
            </p>
          )}
          <div className={styles.buttons}>
            <Button variant="contained" disabled={!count || tooMany || assign.isPending} onClick={send}>
              {assign.isPending ? t('many.assigning') : t('many.assign', { count: count ?? 0 })}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function CohortChoice({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const { t } = useTranslation('programs');
  const { data, error, refetch } = useQuery(cohortsQuery());
  if (error && !data)
    return (
      <p role="alert" className={styles.failed}>
        {t('many.cohortsFailed')}{' '}
        <Button color="inherit" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </p>
    );
  return (
    <select
      aria-label={t('many.cohort')}
      className={styles.pick}
      value={value}
      disabled={!data}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('many.chooseCohort')}</option>
      {data
        ?.filter(({ cohort: { isDraft } }) => !isDraft)
        .map(({ cohort: { id, title } }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
    </select>
  );
}

interface NamesProps {
  readonly rows: readonly { readonly data: { readonly firstName: string; readonly lastName: string } }[];
  readonly total: number;
}

/** The first of them by name, so that a wrong cohort is noticed before it is sent. */
function Names({ rows, total }: NamesProps) {
  const { t } = useTranslation('programs');
  const names = rows.map(({ data: { firstName, lastName } }) => `${firstName} ${lastName}`).join(', ');
  return (
    <span className={styles.muted}>
      {' '}
      {names}
      {total > rows.length && ` ${t('many.andMore', { count: total - rows.length })}`}
    </span>
  );
}
