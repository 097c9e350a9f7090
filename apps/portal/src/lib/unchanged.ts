import './messages.ts';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';

/** Says that there was nothing to save: for forms that can be sent as they were opened, in place of “Saved”, and without a call. */
export function useUnchangedNotice(): () => void {
  const { t } = useTranslation('lib');
  const { enqueueSnackbar } = useSnackbar();
  return () => void enqueueSnackbar(t('unchanged'), { variant: 'info' });
}
