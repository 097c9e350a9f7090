import { useSnackbar } from 'notistack';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onFailure, reactionTo } from '#lib/failures.ts';
import { signedInHint } from '#lib/session/sign-out.ts';
import { closePatientTab } from './patient-tabs.ts';
import type { createPortalRouter } from './routes.tsx';

/** Does what the specification's error catalogue asks for about failed calls, wherever they were made. */
export function useFailureReactions(router: ReturnType<typeof createPortalRouter>, signOut: () => void): void {
  const { enqueueSnackbar } = useSnackbar();
  const { t } = useTranslation('app');
  useEffect(
    () =>
      onFailure((failure) => {
        const reaction = reactionTo(failure);
        if (reaction === 'sign-out') signOut();
        if (reaction === 'refresh-hint') enqueueSnackbar(t('somethingWrong'), { variant: 'error' });
        if (reaction === 'no-access') {
          enqueueSnackbar(t('noAccess'), { variant: 'error' });
          const refused = /^\/patient\/([^/]+)/.exec(router.state.location.pathname)?.[1];
          if (refused) closePatientTab(refused);
          void router.navigate({ to: '/', replace: true });
        }
      }),
    [router, signOut, enqueueSnackbar, t],
  );
}

/** A tab that stays open after another one signed out would show a member's data to whoever sits down next. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === signedInHint && event.newValue === null) {
        sessionStorage.clear();
        location.assign('/');
      }
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}
