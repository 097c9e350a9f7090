import '#ui/messages.ts';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Catch } from '#ui/catch.tsx';
import { Loader } from '#ui/loader.tsx';
import { StatePanel } from '#ui/state-panel.tsx';

/** Around every screen: waits for its code, and keeps a screen that fails from taking the rest of the page with it. */
export function Boundary({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('ui');
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Catch
      path={path}
      fallback={
        <StatePanel
          icon="alert"
          failure
          level={1}
          title={t('screenFailedTitle')}
          text={t('screenFailedText')}
          action={{ label: t('retry'), onClick: () => location.reload() }}
        />
      }
    >
      <Suspense fallback={<Loader inline label={t('loading')} />}>{children}</Suspense>
    </Catch>
  );
}
