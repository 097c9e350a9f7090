import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { openPlace } from '#features/chat/open-place.ts';
import { useSession } from '#lib/session/session.ts';
import { openedByHand, openTab } from './open-tab.ts';
import type { TabId } from './tabs.ts';

/** Opens a tab of the member's own communications, from whatever page is open. */
export function useOpenOwnTab() {
  const navigate = useNavigate();
  const { userId } = useSession();
  return useCallback(
    (tab: TabId) => {
      openedByHand.set(true);
      openPlace.set(null);
      openTab.set(tab);
      if (!location.pathname.startsWith(`/patient/${userId}/`))
        void navigate({ to: '/patient/$memberId/data', params: { memberId: userId } });
    },
    [navigate, userId],
  );
}
