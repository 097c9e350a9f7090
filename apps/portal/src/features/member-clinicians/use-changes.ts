import type { CareTeamMember, PatientClinician } from '@vigil/contract/registry-relations.contract';
import type { RelationTeamType } from '@vigil/contract/registry-relations.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '#ui/person.tsx';
import { useAssign, useAssignFully, useUnassign } from './api/relations.ts';
import { reassign } from './reassign.ts';

/** What went wrong last, and the half that is still to be done where one is. */
export interface Problem {
  readonly text: string;
  readonly rest?: { readonly clinician: CareTeamMember };
}

export type HowAssigned = 'DIRECT_ASSIGNMENT' | 'TRANSFER_ASSIGNMENT' | 'full';

/** The changes of one team of a member: each says what happened, and of a half that failed, which. They answer whether all was done. */
export function useChanges(memberId: string, teamType: RelationTeamType) {
  const { t } = useTranslation('memberClinicians');
  const { enqueueSnackbar } = useSnackbar();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [assign, assignFully, unassign] = [useAssign(), useAssignFully(), useUnassign()];
  const pair = (clinicianId: string) => ({ params: { clinicianId, patientId: memberId } });
  const say = (text: string) => {
    setProblem(null);
    enqueueSnackbar(text, { variant: 'success' });
  };
  const send = (clinicianId: string, how: HowAssigned) =>
    how === 'full'
      ? assignFully.mutateAsync({ ...pair(clinicianId), query: { teamType } })
      : assign.mutateAsync({ ...pair(clinicianId), query: { teamType, assignmentType: how } });
  const remove = (clinicianId: string) => unassign.mutateAsync({ ...pair(clinicianId), query: { teamType } });

  return {
    problem,
    busy: assign.isPending || assignFully.isPending || unassign.isPending,
    async assign(clinician: CareTeamMember, how: HowAssigned): Promise<boolean> {
      try {
        await send(clinician.id, how);
        say(t('assigned', { name: fullName(clinician) }));
        return true;
      } catch (failure) {
        setProblem({ text: t('failed', { reason: (failure as Error).message }), ...(problem?.rest && { rest: problem.rest }) });
        return false;
      }
    },
    async unassign(clinician: PatientClinician): Promise<void> {
      try {
        await remove(clinician.id);
        say(t('unassigned', { name: fullName(clinician) }));
      } catch (failure) {
        setProblem({ text: t('failed', { reason: (failure as Error).message }) });
      }
    },
    async reassign(old: PatientClinician, next: CareTeamMember): Promise<boolean> {
      const [before, after] = [fullName(old), fullName(next)];
      const ended = await reassign({ remove: () => remove(old.id), assign: () => send(next.id, 'DIRECT_ASSIGNMENT') });
      if (ended.done) say(t('reassigned', { before, after }));
      else if (ended.failed === 'removal') setProblem({ text: t('removalFailed', { before, reason: ended.reason }) });
      else setProblem({ text: t('assigningFailed', { before, after, reason: ended.reason }), rest: { clinician: next } });
      return ended.done;
    },
  };
}
