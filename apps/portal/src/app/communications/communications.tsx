import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberCallButtonsProps } from '#features/calls/member-call-buttons.tsx';
import type { RowCallButtonProps } from '#features/calls/row-call-button.tsx';
import { accountQuery } from '#lib/member.ts';
import { isShortcut } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { Catch } from '#ui/catch.tsx';
import { Icon } from '#ui/icons.tsx';
import { lazyComponent } from '../screen.ts';
import styles from './communications.module.css';
import { openTab, toggleTab } from './open-tab.ts';
import { type TabProps, useTabs, useTalks } from './tabs.ts';

const CommunicationsPanel = lazyComponent<TabProps>(() => import('./panel.tsx').then((module) => module.CommunicationsPanel));

const MemberCallButtons = lazyComponent<MemberCallButtonsProps>(() =>
  import('#features/calls/member-call-buttons.tsx').then((module) => module.MemberCallButtons),
);

const RowCallButton = lazyComponent<RowCallButtonProps>(() =>
  import('#features/calls/row-call-button.tsx').then((module) => module.RowCallButton),
);

interface CommunicationsProps {
  readonly memberId: string;
  /** The member looks at the own page. */
  readonly own: boolean;
  /** The member's page. */
  readonly children: ReactNode;
}

/** Notes can be written without a connection: their code is fetched once the page is there. Milliseconds. */
const fetchAheadMs = 5_000;

/** A member's page, with the communications panel beside it where that is open. */
export function WithCommunications({ memberId, own, children }: CommunicationsProps) {
  const { data: account } = useQuery(accountQuery(memberId));
  const open = useStore(openTab);
  useToggleKey(own);
  useFetchedAhead(own);
  return (
    <div className={styles.beside}>
      <div className={styles.page}>{children}</div>
      {open !== null && account && (
        <Catch path={memberId} fallback={null}>
          <Suspense fallback={null}>
            <CommunicationsPanel
              memberId={memberId}
              memberName={`${account.personalInfo.firstName} ${account.personalInfo.lastName}`}
              zone={account.languageRegion.timezone}
              own={own}
            />
          </Suspense>
        </Catch>
      )}
    </div>
  );
}

/** A button for each tab, on the member's page. */
export function CommunicationsButtons({ memberId, own }: Pick<CommunicationsProps, 'memberId' | 'own'>) {
  const { t } = useTranslation('app');
  const open = useStore(openTab);
  return useTabs(own).map(({ id, icon, Hint }) => (
    <Button
      key={id}
      color="secondary"
      className={styles.button ?? ''}
      startIcon={<Icon name={icon} />}
      aria-expanded={open === id}
      aria-keyshortcuts="C"
      onClick={() => toggleTab(id)}
    >
      {t(`communications.${id}`)}
      <span className={styles.hint}>
        <OrNothing memberId={memberId}>
          <Hint memberId={memberId} />
        </OrNothing>
      </span>
    </Button>
  ));
}

function useFetchedAhead(own: boolean): void {
  const tabs = useTabs(own);
  useEffect(() => {
    const parts = [CommunicationsPanel, ...tabs.map(({ Panel }) => Panel)];
    const timer = setTimeout(() => parts.forEach((part) => void part.preload?.()), fetchAheadMs);
    return () => clearTimeout(timer);
  }, [tabs]);
}

/** Calls the member whose page it is: for those who talk with members. */
export function CallMember({ memberId }: Pick<CommunicationsProps, 'memberId'>) {
  if (!useTalks(false)) return null;
  return (
    <OrNothing memberId={memberId}>
      <MemberCallButtons memberId={memberId} />
    </OrNothing>
  );
}

/** Calls a member of a list. */
export const CallFromRow = (member: RowCallButtonProps) => (
  <OrNothing memberId={member.memberId}>
    <RowCallButton {...member} />
  </OrNothing>
);

/** Nothing stands in the place of what is not loaded yet or has failed: the page goes on without it. */
const OrNothing = ({ memberId, children }: Pick<CommunicationsProps, 'memberId' | 'children'>) => (
  <Catch path={memberId} fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Catch>
);

/** `c` opens the first tab, and closes the panel whichever tab is open. */
function useToggleKey(own: boolean): void {
  const first = useTabs(own)[0]?.id;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'c' || !isShortcut(event)) return;
      event.preventDefault();
      const tab = openTab.get() ?? first;
      if (tab) toggleTab(tab);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [first]);
}
