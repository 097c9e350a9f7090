import '#ui/messages.ts';
import { useRouterState } from '@tanstack/react-router';
import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
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

interface CatchProps {
  /** A failed screen is tried afresh once the person goes elsewhere. */
  readonly path: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

class Catch extends Component<CatchProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: CatchProps) {
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen failed', error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
