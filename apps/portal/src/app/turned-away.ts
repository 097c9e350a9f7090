import { useSnackbar } from 'notistack';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from '#lib/store.ts';

/** How often a gate of the route table has led somebody away from another member's page. */
const times = createStore(0);

/** The gate may do so before anything is on screen, which is why it is noted here and told by the hook. */
export function noteTurnedAway(): void {
  times.set(times.get() + 1);
}

/** Tells why, in the words that the specification has for the server's refusal. */
export function useTurnedAwayNotice(): void {
  const { enqueueSnackbar } = useSnackbar();
  const { t } = useTranslation('app');
  const now = useStore(times);
  useEffect(() => {
    if (now > 0) enqueueSnackbar(t('noAccess'), { variant: 'error' });
  }, [now, enqueueSnackbar, t]);
}
