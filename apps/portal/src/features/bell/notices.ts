import { i18next } from '#lib/i18n.ts';
import './messages.ts';

/** Whether the browser has neither been allowed nor forbidden to show notices. It is asked only then, and after a click. */
export const mayAsk = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'default';

/** Asks the person, in the browser's own words. Resolves when they have answered. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission();
}

type NoticeText = 'notice' | 'messageNotice' | 'calendarNotice' | 'reminderNotice';

/** Held, together with others, by each tab that is looked at. */
const looking = 'vigil.looking';
/** So long no other tab shows the same notice. Milliseconds. */
const heldMs = 3_000;

/** Says for as long as the bell is there that somebody looks at this tab, while it is in sight. Returns how to stop. */
export function sayWhenLooking(): () => void {
  // Without locks the browser, which then has no notices either, takes the page for insecure.
  if (!('locks' in navigator)) return () => undefined;
  let letGo: (() => void) | null = null;
  const say = () => {
    const isLooking = document.visibilityState === 'visible';
    if (!isLooking) {
      letGo?.();
      letGo = null;
    }
    if (!isLooking || letGo !== null) return;
    const over = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    void navigator.locks.request(looking, { mode: 'shared' }, () => over);
  };
  say();
  document.addEventListener('visibilitychange', say);
  return () => {
    document.removeEventListener('visibilitychange', say);
    letGo?.();
  };
}

/**
 * Says that something was told while nobody looks at the portal, in this tab or another: never who or what, and once however
 * many tabs hear of it.
 */
export function noticeOf(toldId: string, text: NoticeText = 'notice'): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  void showOnce(toldId, text);
}

async function showOnce(toldId: string, text: NoticeText): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  if (held.some(({ name }) => name === looking)) return;
  await navigator.locks.request(`vigil.notice ${toldId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    show(toldId, text);
    await new Promise((over) => setTimeout(over, heldMs));
  });
}

function show(toldId: string, text: NoticeText): void {
  const notice = new Notification(i18next.t(text, { ns: 'bell' }), { tag: toldId });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
