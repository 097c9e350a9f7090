import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoticesWith } from '#lib/notices.ts';
import { createStore, useStore } from '#lib/store.ts';

/** How often a gate of the route table has led somebody away from another member's page. */
const times = createStore(0);

/** The gate may do so before anything is on screen, which is why it is noted here and told by the hook. */
export function noteTurnedAway(): void {
  times.set(times.get() + 1);
}

/** The gate has led away already. */
const nowhere = () => undefined;

/** Tells why, in the words that the specification has for the server's refusal. */
export function useTurnedAwayNotice(): void {
  const notify = useNoticesWith(nowhere);
  const { t } = useTranslation('app');
  const now = useStore(times);
  useEffect(() => {
    if (now > 0) notify({ message: t('noAccess'), variant: 'error' });
  }, [now, notify, t]);
}
