import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { openPlace } from '#features/chat/open-place.ts';
import { loadOnceReachable } from '#lib/load-with-retries.ts';
import { useStore } from '#lib/store.ts';
import { Catch } from '#ui/catch.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Loader } from '#ui/loader.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { lazyComponent } from '../screen.ts';
import styles from './messages-beside.module.css';
import { messagesOpen, openedByHand, openTab } from './open-tab.ts';
import { useTalks } from './tabs.ts';

const MessagingPanel = lazyComponent<{ memberId: null; own: false }>(() =>
  import('./messaging-with-calls.tsx').then((module) => module.MessagingWithCalls),
);

const isMemberPage = (path: string): boolean => path.startsWith('/patient/');

/** A screen of the staff's, with their conversations beside it where they were opened. A member's page has its own panel. */
export function WithMessages({ isHeld, children }: { readonly isHeld: boolean; readonly children: ReactNode }) {
  const { t } = useTranslation('app');
  const { t: ui } = useTranslation('ui');
  const isOpen = useStore(messagesOpen);
  const { pathname } = useLocation();
  const talks = useTalks(false);
  return (
    <div className={styles.beside} data-held={isHeld ? 'whole' : undefined}>
      <div className={styles.page}>{children}</div>
      {isOpen && talks && !isMemberPage(pathname) && (
        <SidePanel
          label={t('communications.label')}
          tabs={[{ id: 'messaging', label: t('communications.messaging') }]}
          open="messaging"
          onOpen={() => undefined}
          onClose={() => messagesOpen.set(false)}
          takesFocus
        >
          <Catch
            path="messages"
            fallback={<StatePanel failure icon="alert" title={t('screenFailedTitle')} text={t('communications.failed')} />}
          >
            <Suspense fallback={<Loader inline label={ui('loading')} />}>
              <MessagingPanel memberId={null} own={false} />
            </Suspense>
          </Catch>
        </SidePanel>
      )}
    </div>
  );
}

/** Opens the person's conversations beside whatever screen is open, or closes them; nothing for those who take no part. */
export function MessagesButton() {
  const { t } = useTranslation('app');
  const tab = useStore(openTab);
  const isOpen = useStore(messagesOpen);
  const { pathname } = useLocation();
  const onMemberPage = isMemberPage(pathname);
  useEffect(sendWhatWasLeft, []);
  if (!useTalks(false)) return null;
  return (
    <IconButton
      icon="message"
      size={18}
      label={t('messages')}
      {...(styles.notOnPhone && { className: styles.notOnPhone })}
      title={t('messages')}
      aria-expanded={onMemberPage ? tab === 'messaging' : isOpen}
      onClick={() => {
        if (!onMemberPage) return messagesOpen.set(!isOpen);
        openPlace.set({ kind: 'list' });
        openedByHand.set(true);
        openTab.set('messaging');
      }}
    />
  );
}

/** What was written and had not arrived when the browser was closed goes on its way, whatever page is opened first. */
function sendWhatWasLeft(): void {
  if (Object.keys(localStorage).some((key) => key.startsWith('vigil.drafts.chatUnsent ')))
    void loadOnceReachable(() => import('#features/chat/outbox.ts')).then(({ resumeUnsent }) => resumeUnsent());
}
