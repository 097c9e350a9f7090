import type { AnalyticsEvent } from '@vigil/contract/analytics.forms';
import { analyticsVersion, appName, eventNames, longestEventText } from '@vigil/contract/analytics.values';
import type { Session } from '#lib/session/session.ts';
import type { EventQueue } from './event-queue.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const longestSubcategory = 60;

/** The session in this tab, kept over reloads and cleared at sign-out with all that the tab holds. */
function sessionId(): string {
  const key = 'vigil.analyticsSession';
  const kept = sessionStorage.getItem(key);
  if (kept && uuid.test(kept)) return kept;
  const made = crypto.randomUUID();
  sessionStorage.setItem(key, made);
  return made;
}

/** A path as events hold it: no search, which may hold a name. */
function pathOf(pathname: string): string {
  return /^\/[\w./-]*$/.test(pathname) ? pathname.slice(0, longestEventText.path) : '/';
}

/** The screen, in the words of its address without the ids: `patient.data`. */
function screenOf(path: string): string {
  const words = path.split('/').filter((part) => part !== '' && !uuid.test(part));
  return words.join('.').slice(0, longestSubcategory) || 'start';
}

export interface EventMaker {
  pageView(pathname: string): AnalyticsEvent;
  pageLeave(pathname: string): AnalyticsEvent;
  /** Milliseconds, or a score. */
  webVital(pathname: string, name: string, value: number): AnalyticsEvent;
}

/** Makes events of one person in one tenant, at the moment it is asked. */
export function eventMaker({ userId, tenant }: Pick<Session, 'userId' | 'tenant'>): EventMaker {
  const make = (pathname: string, name: string, category: string, measured: { subcategory?: string; value?: number } = {}) => {
    const tid = sessionId();
    const visit_path = pathOf(pathname);
    const patient = /^\/patient\/([^/]+)/.exec(visit_path)?.[1];
    const ep = { category, subcategory: screenOf(visit_path), app_name: appName, session_id: tid, visit_path, ...measured } as const;
    const patient_id = patient && uuid.test(patient) ? patient : null;
    const et = Date.now() / 1000;
    return { v: analyticsVersion, tid, ds: 'web', uid: userId, te: tenant.tenant_ID, et, en: name, ep: { ...ep, patient_id } } as const;
  };
  return {
    pageView: (pathname) => make(pathname, eventNames.pageView, 'navigation'),
    pageLeave: (pathname) => make(pathname, eventNames.pageLeave, 'navigation'),
    webVital: (pathname, name, value) => make(pathname, eventNames.webVital, 'performance', { subcategory: name, value }),
  };
}

export interface PageViews {
  /** The page that is open now. */
  opened(pathname: string): void;
  stop(): void;
}

/**
 * Notes when each page was opened and left. A page that is not seen counts as left, so that the time between the two is time
 * in which somebody could look at it.
 */
export function followPages(maker: EventMaker, queue: Pick<EventQueue, 'add' | 'flush'>): PageViews {
  let open: string | null = null;
  const leave = () => {
    if (open !== null) queue.add(maker.pageLeave(open));
  };
  const onVisibility = () => {
    if (open === null) return;
    if (document.hidden) {
      leave();
      void queue.flush();
    } else queue.add(maker.pageView(open));
  };
  document.addEventListener('visibilitychange', onVisibility);
  return {
    opened(pathname) {
      if (pathname === open) return;
      leave();
      open = pathname;
      queue.add(maker.pageView(pathname));
    },
    stop() {
      document.removeEventListener('visibilitychange', onVisibility);
      leave();
      void queue.flush();
    },
  };
}
