import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { CohortWithMeta } from '@vigil/contract/factuary-cohorts.contract';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useDeleteCohort } from '../api/cohorts.ts';
import styles from '../cohorts.module.css';

interface DeleteCohortProps {
  readonly stored: CohortWithMeta;
  /** Where it is used, as far as was known when it was read. */
  readonly usedIn: readonly string[];
  readonly onGone: () => void;
}

/** Asks first, since a deleted cohort does not come back. Of one in use it says where, and does not ask. */
export function DeleteCohort({ stored: { cohort }, usedIn, onGone }: DeleteCohortProps) {
  const { t } = useTranslation('cohorts');
  const { enqueueSnackbar } = useSnackbar();
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const remove = useDeleteCohort();
  const places = remove.error?.fields?.filter(({ field }) => field === 'used_in').map(({ message }) => message) ?? usedIn;
  const failure = remove.error && places.length === 0 ? (mayHaveHappened(remove.error) ? t('deleteUnknown') : remove.error.message) : null;
  const leave = (text: string, variant: 'success' | 'info') => {
    enqueueSnackbar(text, { variant });
    onGone();
  };
  const drop = () =>
    remove.mutate(
      { params: { id: cohort.id } },
      {
        onSuccess: () => leave(t('deleted', { title: cohort.title || t('untitled') }), 'success'),
        // By somebody else, or by oneself and the answer was lost.
        onError: ({ status }) => status === 404 && leave(t('deletedAlready'), 'info'),
      },
    );
  return (
    <>
      <Button color="error" onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>
          {t(places.length > 0 ? 'inUseTitle' : 'deleteTitle', { title: cohort.title || t('untitled') })}
        </DialogTitle>
        <DialogContent>
          {places.length > 0 ? (
            <>
              <p>{t('inUseText')}</p>
              <ul>
                {places.map((place) => (
                  <li key={place}>{place}</li>
                ))}
              </ul>
            </>
          ) : (
            <p>{t('deleteText')}</p>
          )}
          {failure && (
            <p role="alert" className={styles.failed}>
              {failure}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="secondary" onClick={() => setOpen(false)}>
            {t(places.length > 0 ? 'close' : 'cancel')}
          </Button>
          {places.length === 0 && (
            <Button color="error" variant="contained" disabled={remove.isPending} onClick={drop}>
              {t('delete')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
}
