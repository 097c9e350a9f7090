import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Team } from '@vigil/contract/registry-teams.contract';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteTeam } from '../api/teams.ts';
import styles from '../teams.module.css';

/** Asks first, since a dissolved team does not come back. */
export function Dissolve({ team, onGone }: { readonly team: Team; readonly onGone: () => void }) {
  const { t } = useTranslation('adminTeams');
  const { enqueueSnackbar } = useSnackbar();
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const remove = useDeleteTeam();
  const dissolve = () =>
    remove.mutate(
      { params: { id: team.id }, query: { version: team.version } },
      {
        onSuccess: () => {
          enqueueSnackbar(t('dissolved'), { variant: 'success' });
          onGone();
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
              {remove.error.message}
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
