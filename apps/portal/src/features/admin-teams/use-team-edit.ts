import type { Team } from '@vigil/contract/registry-teams.contract';
import { useSnackbar } from 'notistack';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { useChangeTeam } from './api/teams.ts';
import { draftOf, isSame, nameIsGood, sentOf, type TeamDraft } from './team-draft.ts';
import { teamEdits } from './team-edits.ts';

/**
 * What is typed stays, with the version it was typed on, through a reload and also when a newer one is read meanwhile. What
 * nobody has typed over is shown as it was last read.
 */
export function useTeamEdit(team: Team) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  const [kept] = useDrafts(teamEdits, team.id);
  const change = useChangeTeam();
  const { reset } = change;
  const draft: TeamDraft = kept ?? draftOf(team);
  const version = kept?.version ?? team.version;
  // An answer was lost, and what the team is by now is what was typed.
  const isStored = kept !== undefined && team.version > version && isSame(kept, draftOf(team));
  useEffect(() => {
    if (!isStored) return;
    teamEdits.remove(team.id, team.id);
    reset();
    enqueueSnackbar(t('saved'), { variant: 'success' });
  }, [isStored, team.id, reset, enqueueSnackbar, t]);
  const nameFault = change.error?.fields?.find(({ field }) => field === 'name')?.message;
  return {
    draft,
    nameFault,
    isSaving: change.isPending,
    isChanged: !isSame(draft, draftOf(team)),
    isStale: !isStored && (team.version > version || (change.error?.status === 409 && !nameFault)),
    /** Why it was not saved, where that is no matter of the name or of somebody else's change. */
    failure: nameFault || change.error?.status === 409 ? null : change.error,
    set(part: Partial<TeamDraft>) {
      const next = { ...draft, ...part };
      // A space at the end is kept while somebody goes on typing.
      if (isSame(next, draftOf(team)) && next.name === team.name) teamEdits.remove(team.id, team.id);
      else teamEdits.put(team.id, { ...next, id: team.id, version });
    },
    save() {
      if (!nameIsGood(draft.name)) return;
      change.mutate(
        { params: { id: team.id }, body: { ...sentOf(draft), version } },
        {
          onSuccess: () => {
            teamEdits.remove(team.id, team.id);
            enqueueSnackbar(t('saved'), { variant: 'success' });
          },
        },
      );
    },
    giveUp() {
      teamEdits.remove(team.id, team.id);
      reset();
    },
  };
}
