import { useEffect } from 'react';
import type { Session } from '#lib/session/session.ts';
import type { createPortalRouter } from '../routes.tsx';
import { createEventQueue } from './event-queue.ts';
import { eventMaker, followPages } from './page-views.ts';

/** Reports which pages are opened and how fast they are, to this server and nobody else. The landing page is outside of it. */
export function useAnalytics(router: ReturnType<typeof createPortalRouter>, session: Session): void {
  useEffect(() => {
    const queue = createEventQueue();
    const maker = eventMaker(session);
    const pages = followPages(maker, queue);
    const unfollow = router.subscribe('onResolved', ({ toLocation }) => pages.opened(toLocation.pathname));
    const report = ({ name, value }: { name: string; value: number }) =>
      queue.add(maker.webVital(router.state.location.pathname, name, Math.round(value * 1000) / 1000));
    void import('web-vitals').then(
      ({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
        for (const follow of [onCLS, onFCP, onINP, onLCP, onTTFB]) follow(report);
      },
      () => undefined,
    );
    return () => {
      unfollow();
      pages.stop();
      queue.stop();
    };
  }, [router, session]);
}
