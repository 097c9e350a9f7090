import './messages.ts';
import Button from '@mui/material/Button';
import { type SnackbarKey, useSnackbar, type VariantType } from 'notistack';
import { useTranslation } from 'react-i18next';
import { noticeMs } from '#lib/notices.ts';

/** Says at the edge of the page what was done, with a button that undoes it where `undo` is given; by its key the notice can be taken away. */
export function useUndoNotice(): (message: string, undo?: () => void, variant?: VariantType) => SnackbarKey {
  const { t } = useTranslation('ui');
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  return (message, undo, variant = 'success') =>
    enqueueSnackbar(message, {
      variant,
      autoHideDuration: noticeMs,
      ...(undo && {
        action: (key) => (
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              closeSnackbar(key);
              undo();
            }}
          >
            {t('undo')}
          </Button>
        ),
      }),
    });
}
