import '#ui/messages.ts';
import './messages.ts';
import CssBaseline from '@mui/material/CssBaseline';
import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useConfiguration } from '#lib/configuration.ts';
import { followPushes } from '#lib/pushes/push-stream.ts';
import { queryClient } from '#lib/query.ts';
import { recoverByItself } from '#lib/recovery.ts';
import type { Identity } from '#lib/session/identity.ts';
import { watchIdle } from '#lib/session/idle.ts';
import { type Session, tokens } from '#lib/session/session.ts';
import { signOut } from '#lib/session/sign-out.ts';
import { NoticesAround } from '#ui/notices-around.tsx';
import { theme } from '#ui/theme.ts';
import { useAnalytics } from './analytics/use-analytics.ts';
import { useFailureReactions, useSignOutElsewhere } from './failure-reactions.ts';
import { gatesOf, hasOwnPagesOnly } from './gates.ts';
import { IdleWarning } from './idle-warning.tsx';
import { createPortalRouter } from './routes.tsx';
import { SignOutContext } from './sign-out-context.ts';
import { useTurnedAwayNotice } from './turned-away.ts';

/** The portal of a signed-in person: providers, and the route table. */
export function MainApp({ identity, session }: { readonly identity: Identity; readonly session: Session }) {
  const leave = useMemo(() => () => void signOut(identity), [identity]);
  const end = useMemo(
    () =>
      (gone = false) =>
        void signOut(identity, { ended: true, gone }),
    [identity],
  );
  const endIdle = useMemo(() => () => void signOut(identity, { ended: true, idle: true }), [identity]);
  // Signed out: nothing that was read stays in memory while the page is being left.
  useEffect(() => tokens.subscribe(() => tokens.get() ?? queryClient.clear()), []);
  return (
    // The portal's own style sheets come after the components' and win, whichever screen was opened first.
    <StyledEngineProvider injectFirst>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <NoticesAround>
            <SignOutContext value={leave}>
              <Routed session={session} onEnded={end} onIdle={endIdle} />
            </SignOutContext>
          </NoticesAround>
        </QueryClientProvider>
      </ThemeProvider>
    </StyledEngineProvider>
  );
}

interface RoutedProps {
  readonly session: Session;
  /** The session is over without anybody having left; perhaps because the account no longer exists. */
  readonly onEnded: (gone?: boolean) => void;
  readonly onIdle: () => void;
}

function Routed({ session, onEnded, onIdle }: RoutedProps) {
  const gates = useMemo(() => gatesOf(session.tenant.roles), [session]);
  const router = useMemo(() => createPortalRouter({ userId: session.userId, gates }), [session, gates]);
  const ownPagesOnly = hasOwnPagesOnly(gates);
  useEffect(() => {
    document.documentElement.dataset.audience = ownPagesOnly ? 'member' : 'staff';
  }, [ownPagesOnly]);
  const timeoutMs = useConfiguration().app.idleTimerTimeout;
  useEffect(() => watchIdle({ timeoutMs, onIdle }), [timeoutMs, onIdle]);
  useEffect(() => followPushes({ session }), [session]);
  useEffect(() => recoverByItself(queryClient), []);
  useFailureReactions(router, onEnded);
  useSignOutElsewhere();
  useTurnedAwayNotice();
  useAnalytics(router, session);
  return (
    <>
      <RouterProvider router={router} />
      <IdleWarning timeoutMs={timeoutMs} />
    </>
  );
}
