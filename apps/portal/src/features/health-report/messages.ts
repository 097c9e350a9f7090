import type { TFunction } from 'i18next';
import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('healthReport', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    healthReport: typeof en;
  }
}

/** Writes this feature's texts. */
export type WriteReport = TFunction<'healthReport'>;
