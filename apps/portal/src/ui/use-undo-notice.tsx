import './messages.ts';
import Button from '@mui/material/Button';
import { useSnackbar, type VariantType } from 'notistack';
import { useTranslation } from 'react-i18next';
import { noticeMs } from '#lib/notices.ts';

/** Says at the edge of the page what was done, with a button that undoes it where `undo` is given. */
export function useUndoNotice(): (message: string, undo?: () => void, variant?: VariantType) => void {
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
