import { registry } from '@vigil/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

/** Ends every session of somebody, wherever they are signed in, and says whether it did. */
export function useEndSessions() {
  const { t } = useTranslation('adminAccounts');
  const { enqueueSnackbar } = useSnackbar();
  const { mutate } = useEndpointMutation(registry.invalidateAllRefreshTokens, {
    touches: [],
    quiet: true,
    onSuccess: () => void enqueueSnackbar(t('sessionsEnded'), { variant: 'success' }),
    onError: ({ message }) => void enqueueSnackbar(`${t('sessionsNotEnded')} ${message}`, { variant: 'error' }),
  });
  return (userId: string) => mutate({ params: { id: userId } });
}
