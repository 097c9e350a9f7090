import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onFailure, reactionTo } from '#lib/failures.ts';
import { useNoticesWith } from '#lib/notices.ts';
import { onSignOutElsewhere } from '#lib/session/sign-out.ts';
import { closePatientTab } from './patient-tabs.ts';
import type { createPortalRouter } from './routes.tsx';

/** Does what the specification's error catalogue asks for about failed calls, wherever they were made. */
export function useFailureReactions(router: ReturnType<typeof createPortalRouter>, signOut: (gone: boolean) => void): void {
  const notify = useNoticesWith(useCallback((address) => void router.navigate({ to: address, replace: true }), [router]));
  const { t } = useTranslation('app');
  useEffect(
    () =>
      onFailure((failure) => {
        const reaction = reactionTo(failure);
        if (reaction === 'sign-out') signOut(failure.code === 'account_gone');
        if (reaction === 'refresh-hint') notify({ message: t('somethingWrong'), variant: 'error' });
        if (reaction === 'no-access') {
          const refused = /^\/patient\/([^/]+)/.exec(router.state.location.pathname)?.[1];
          if (refused) closePatientTab(refused);
          notify({ message: t('noAccess'), variant: 'error', withRedirect: '/' });
        }
      }),
    [router, signOut, notify, t],
  );
}

/** When another tab signs out, this one leaves as well. */
export function useSignOutElsewhere(): void {
  useEffect(() => onSignOutElsewhere(() => location.assign('/')), []);
}
