import type { TFunction } from 'i18next';
import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('charts', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    charts: typeof en;
  }
}

/** Writes the texts of charts. */
export type WriteChart = TFunction<'charts'>;
