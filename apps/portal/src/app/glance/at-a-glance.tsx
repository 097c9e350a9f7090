import { useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Catch } from '#ui/catch.tsx';
import { GlanceAwaited } from '#ui/glance-row.tsx';
import { useOpenOwnTab } from '../communications/open-own-tab.ts';
import { useTalks } from '../communications/tabs.ts';
import { lazyComponent } from '../screen.ts';
import styles from './at-a-glance.module.css';

interface PartProps {
  readonly memberId: string;
  readonly onOpen: () => void;
}

const UnreadGlance = lazyComponent<PartProps>(() => import('#features/chat/unread-glance.tsx').then((module) => module.UnreadGlance));
const MissedGlance = lazyComponent<PartProps>(() => import('#features/calls/missed-glance.tsx').then((module) => module.MissedGlance));
const PinOffer = lazyComponent<object>(() => import('#features/account-security/pin-offer.tsx').then((module) => module.PinOffer));
const NextGlance = lazyComponent<PartProps>(() => import('#features/appointments/next-glance.tsx').then((module) => module.NextGlance));

/** Fetches its parts beside the page that it stands on, which waits for it. */
export function preloadGlance(): void {
  for (const part of [UnreadGlance, MissedGlance, PinOffer, NextGlance]) void part.preload?.();
}

/**
 * What a member has to know first, on the page that the portal opens with: new messages, missed calls, the next appointment.
 * A member has no bell.
 */
export function AtAGlance({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('app');
  // The page that is shown, not the one that is on its way.
  const isFirstPage = useMatches({ select: (shown) => shown.at(-1)?.pathname.endsWith('/data') === true });
  const open = useOpenOwnTab();
  const talks = useTalks(true);
  if (!isFirstPage) return null;
  return (
    <ul className={styles.glance} aria-label={t('glance')} data-glance>
      <Part>
        <PinOffer />
      </Part>
      {talks && (
        <Part>
          <UnreadGlance memberId={memberId} onOpen={() => open('messaging')} />
          <MissedGlance memberId={memberId} onOpen={() => open('calls')} />
        </Part>
      )}
      <Part>
        <NextGlance memberId={memberId} onOpen={() => open('appointments')} />
      </Part>
    </ul>
  );
}

/** Whatever fails takes nothing else along. */
function Part({ children }: { readonly children: ReactNode }) {
  return (
    <Catch path="glance" fallback={null}>
      <Suspense fallback={<GlanceAwaited />}>{children}</Suspense>
    </Catch>
  );
}
