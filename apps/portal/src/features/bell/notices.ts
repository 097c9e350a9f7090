import { i18next } from '#lib/i18n.ts';
import './messages.ts';

/** Whether the browser has neither been allowed nor forbidden to show notices. It is asked only then, and after a click. */
export const mayAsk = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'default';

/** Asks the person, in the browser's own words. Resolves when they have answered. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission();
}

/** Says that something was told while nobody looks at the portal: never who or what. Once however many tabs hear of it. */
export function noticeOf(pushId: string, text: 'notice' | 'messageNotice' = 'notice'): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  const notice = new Notification(i18next.t(text, { ns: 'bell' }), { tag: pushId });
  notice.onclick = () => {
    focus();
    notice.close();
  };
}
