import { useQuery } from '@tanstack/react-query';
import type { BulkTarget } from '@vigil/contract/registry-bulk-assignment.forms';
import { type RelationTeamType, relationTeamTypes } from '@vigil/contract/registry-relations.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSession } from '#lib/session/session.ts';
import { useTried } from '#lib/tried.ts';
import { previewQuery, useAssignMany } from '../api/assign-many.ts';
import styles from '../components/ask-dialog.module.css';
import { AskDialog } from '../components/ask-dialog.tsx';
import { nameOf } from '../name-of.ts';
import { AssignedPanel } from './assigned-panel.tsx';
import { type AssignedRow, countsOf, Outcome } from './outcome.tsx';
import { TargetField } from './target-field.tsx';
import { recentTargets, type Target } from './targets.ts';

/** The one that takes nobody away is chosen at first. */
const ways = ['DIRECT_ASSIGNMENT', 'TRANSFER_ASSIGNMENT'] as const;

interface AssignDialogProps {
  readonly rows: readonly AssignedRow[];
  /** Some of them were assigned: who was chosen is done with. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Assigns members to a clinician or a care team: says before what it comes to, and afterwards what it came to, with an undo. */
export function AssignDialog({ rows, onDone, onClose }: AssignDialogProps) {
  const { t } = useTranslation('adminAccounts');
  const { userId } = useSession();
  const [target, setTarget] = useState<Target | null>(null);
  const [teamType, setTeamType] = useState<RelationTeamType>('PRIMARY');
  const [way, setWay] = useState<(typeof ways)[number]>(ways[0]);
  const triedAs = useTried();
  const memberIds = rows.map(({ id }) => id);
  const to = target && bulkTargetOf(target, teamType, way);
  const preview = useQuery(previewQuery(memberIds, to));
  const assign = useAssignMany();
  if (assign.data && target)
    return <AssignedPanel requestId={assign.variables.body.id} result={assign.data} rows={rows} to={target.name} onClose={onClose} />;

  const counts = preview.data && countsOf(preview.data);
  const changing = counts ? counts.ASSIGNED + counts.REPLACED : 0;
  const send = () => {
    if (!to || !target) return;
    const { id } = triedAs(JSON.stringify([memberIds, to]));
    assign.mutate(
      { body: { id, memberIds, to } },
      {
        onSuccess: () => {
          recentTargets.note(userId, target.key);
          onDone();
        },
      },
    );
  };
  const failure = assign.error ?? preview.error;
  const [first] = rows;
  return (
    <AskDialog
      title={t('assign.title', { count: rows.length, name: first && nameOf(first) })}
      deed={assign.isPending ? t('assign.assigning') : t('assign.do', { count: changing || rows.length })}
      disabled={changing === 0 || assign.isPending || preview.isFetching}
      onDo={send}
      onClose={onClose}
    >
      <TargetField
        chosen={target}
        onChange={(next) => {
          assign.reset();
          setTarget(next);
        }}
      />
      {target?.kind === 'clinician' && (
        <fieldset className={styles.choices}>
          <legend>{t('assign.as')}</legend>
          {relationTeamTypes.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="teamType" checked={teamType === one} onChange={() => setTeamType(one)} /> {t(`assign.${one}`)}
            </label>
          ))}
        </fieldset>
      )}
      {target?.kind === 'clinician' && teamType === 'PRIMARY' && (
        <fieldset className={styles.choices}>
          <legend>{t('assign.existing')}</legend>
          {ways.map((one) => (
            <label key={one} className={styles.choice}>
              <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} /> {t(`assign.${one}`)}
            </label>
          ))}
        </fieldset>
      )}
      {to && preview.isPending && (
        <p className={styles.hint} role="status">
          {t('assign.checking')}
        </p>
      )}
      {preview.data && <Outcome result={preview.data} rows={rows} tense="will" />}
      {failure && (
        <p role="alert" className={styles.wrong}>
          {assign.error && mayHaveHappened(assign.error) ? t('assign.unknown') : t('assign.failed', { reason: failure.message })}
        </p>
      )}
    </AskDialog>
  );
}

function bulkTargetOf(target: Target, teamType: RelationTeamType, way: (typeof ways)[number]): BulkTarget {
  if (target.kind === 'careTeam') return { kind: 'careTeam', careTeamId: target.id };
  return { kind: 'clinician', clinicianId: target.id, teamType, assignmentType: teamType === 'PRIMARY' ? way : 'DIRECT_ASSIGNMENT' };
}
