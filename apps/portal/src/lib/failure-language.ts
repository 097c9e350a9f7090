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
  failure.message = i18next.t(failure.code as keyof typeof messages, { ns: 'lib' });
}
