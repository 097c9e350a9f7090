import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ApiError } from '@vigil/contract/client';
import type { Team } from '@vigil/contract/registry-teams.contract';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useDeleteTeam } from '../api/teams.ts';
import { teamEdits } from '../team-edits.ts';
import styles from '../teams.module.css';

interface DissolveProps {
  readonly team: Team;
  /** Reads it anew. */
  readonly onLoad: () => Promise<unknown>;
  readonly onGone: () => void;
}

/** Asks first, since a dissolved team does not come back. */
export function Dissolve({ team, onLoad, onGone }: DissolveProps) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const remove = useDeleteTeam();
  const wordsFor = (failure: ApiError) => {
    if (mayHaveHappened(failure)) return t('dissolveUnknown');
    return failure.status === 409 ? t('dissolveStale') : failure.message;
  };
  const leave = (text: string, variant: 'success' | 'info') => {
    teamEdits.remove(team.id, team.id);
    enqueueSnackbar(text, { variant });
    onGone();
  };
  const dissolve = () =>
    remove.mutate(
      { params: { id: team.id }, query: { version: team.version } },
      {
        onSuccess: () => leave(t('dissolved'), 'success'),
        onError: ({ status }) => {
          // By somebody else, or by oneself and the answer was lost.
          if (status === 404) leave(t('dissolvedAlready'), 'info');
          // The question is asked again about the team as it is now.
          if (status === 409) void onLoad();
        },
      },
    );
  return (
    <>
      <Button color="error" onClick={() => setOpen(true)}>
        {t('dissolve')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{t('dissolveTitle', { name: team.name })}</DialogTitle>
        <DialogContent>
          <p>{t('dissolveText', { count: team.patientCount })}</p>
          {remove.error && (
            <p role="alert" className={styles.failed}>
              {wordsFor(remove.error)}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="secondary" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
          <Button color="error" variant="contained" disabled={remove.isPending} onClick={dissolve}>
            {t('dissolve')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
