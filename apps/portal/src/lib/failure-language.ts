import './messages.ts';
import type { ApiError } from '@vigil/contract/client';
import { i18next } from './i18n.ts';
import type messages from './messages.en.json';

/**
 * The server speaks English, and says exactly what happened; to somebody who reads the portal in another language a failure is
 * told in that one, by its code. A code without a text keeps the server's words.
 */
export function tellInOwnLanguage(failure: ApiError): void {
  if (i18next.language === 'en' || !i18next.exists(failure.code, { ns: 'lib' })) return;
  failure.message = tooOften(failure) ?? i18next.t(failure.code as keyof typeof messages, { ns: 'lib' });
}

/** When to try again, of what came too often. */
function tooOften({ code, retryAfterSeconds: seconds }: ApiError): string | undefined {
  if (code !== 'too_many_requests' || seconds === undefined) return undefined;
  return seconds <= 90
    ? i18next.t('tooOftenSeconds', { ns: 'lib', count: seconds })
    : i18next.t('tooOftenMinutes', { ns: 'lib', count: Math.ceil(seconds / 60) });
}
