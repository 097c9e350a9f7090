import { login } from '@vigil/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

/** Takes away the second step of somebody who has lost it, and says whether there was one. Its caller shows a failure. */
export function useResetSecondFactor(onDone: () => void) {
  const { t } = useTranslation('adminAccounts');
  const { enqueueSnackbar } = useSnackbar();
  const { mutate, error, isPending } = useEndpointMutation(login.resetSecondFactor, {
    touches: [],
    quiet: true,
    onSuccess: ({ reset, told }) => {
      enqueueSnackbar(t(reset ? (told ? 'secondStep.done' : 'secondStep.doneUntold') : 'secondStep.none'), {
        variant: reset ? 'success' : 'info',
      });
      onDone();
    },
  });
  return { reset: (userId: string) => mutate({ params: { userId } }), error, isPending };
}
