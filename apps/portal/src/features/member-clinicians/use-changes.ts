import type { CareTeamMember, PatientClinician } from '@vigil/contract/registry-care-team.contract';
import type { RelationTeamType } from '@vigil/contract/registry-relations.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#ui/person.tsx';
import { useAssign, useAssignFully, useUnassign } from './api/relations.ts';
import { answerLost, reassign } from './reassign.ts';

/** What went wrong last, and the half that is still to be done where one is. */
export interface Problem {
  readonly text: string;
  readonly rest?: Rest;
}

interface Rest {
  readonly clinician: CareTeamMember;
  /** Who may still be assigned instead, because the answer to the removal was lost. */
  readonly old?: PatientClinician;
}

export type HowAssigned = 'DIRECT_ASSIGNMENT' | 'TRANSFER_ASSIGNMENT' | 'full';

/** The changes of one team of a member: each says what happened, and of a half that failed, which. They answer whether all was done. */
export function useChanges(memberId: string, teamType: RelationTeamType) {
  const { t } = useTranslation('memberClinicians');
  const { enqueueSnackbar } = useSnackbar();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [assign, assignFully, unassign] = [useAssign(), useAssignFully(), useUnassign()];
  const pair = (clinicianId: string) => ({ params: { clinicianId, patientId: memberId } });
  const failed = (failure: unknown) => (answerLost(failure) ? t('unknown') : t('failed', { reason: (failure as Error).message }));
  const say = (text: string) => {
    setProblem(null);
    enqueueSnackbar(text, { variant: 'success' });
  };
  const send = (clinicianId: string, how: HowAssigned) =>
    how === 'full'
      ? assignFully.mutateAsync({ ...pair(clinicianId), query: { teamType } })
      : assign.mutateAsync({ ...pair(clinicianId), query: { teamType, assignmentType: how } });
  const remove = (clinicianId: string) => unassign.mutateAsync({ ...pair(clinicianId), query: { teamType } });

  async function assignOne(clinician: CareTeamMember, how: HowAssigned): Promise<boolean> {
    try {
      await send(clinician.id, how);
      say(t('assigned', { name: fullName(clinician) }));
      return true;
    } catch (failure) {
      setProblem({ text: failed(failure), ...(problem?.rest && { rest: problem.rest }) });
      return false;
    }
  }

  async function replace(old: PatientClinician, next: CareTeamMember, mayBeRemoved: boolean): Promise<boolean> {
    const [before, after] = [fullName(old), fullName(next)];
    const ended = await reassign({ remove: () => remove(old.id), assign: () => send(next.id, 'DIRECT_ASSIGNMENT'), mayBeRemoved });
    if (ended.done) say(t('reassigned', { before, after }));
    else if (ended.failed === 'removal')
      setProblem(
        ended.lost
          ? { text: t('removalUnknown', { before, after }), rest: { clinician: next, old } }
          : { text: t('removalFailed', { before, reason: ended.reason }) },
      );
    else {
      const text = ended.lost ? t('assigningUnknown', { before, after }) : t('assigningFailed', { before, after, reason: ended.reason });
      setProblem({ text, rest: { clinician: next } });
    }
    return ended.done;
  }

  return {
    problem,
    busy: assign.isPending || assignFully.isPending || unassign.isPending,
    assign: assignOne,
    async unassign(clinician: PatientClinician): Promise<void> {
      try {
        await remove(clinician.id);
        say(t('unassigned', { name: fullName(clinician) }));
      } catch (failure) {
        setProblem({ text: failed(failure) });
      }
    },
    reassign: (old: PatientClinician, next: CareTeamMember) => replace(old, next, false),
    /** What a reassignment has left undone. */
    finish: ({ clinician, old }: Rest) => (old ? replace(old, clinician, true) : assignOne(clinician, 'DIRECT_ASSIGNMENT')),
  };
}
