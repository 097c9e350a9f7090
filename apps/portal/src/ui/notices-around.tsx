import { SnackbarProvider } from 'notistack';
import type { ReactNode } from 'react';
import { noticeMs } from '#lib/notices.ts';
import { createStore, useStore } from '#lib/store.ts';

/** Where notices stand while a panel covers the page: what is behind it is hidden from screen readers and not reached by the keyboard. */
export const noticesRoot = createStore<HTMLElement | null>(null);

/** A page whose notices stand at its lower edge, or at that of the panel which covers it. */
export function NoticesAround({ children }: { readonly children: ReactNode }) {
  const root = useStore(noticesRoot);
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={noticeMs}
      preventDuplicate
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      {...(root && { domRoot: root })}
    >
      {children}
    </SnackbarProvider>
  );
}
