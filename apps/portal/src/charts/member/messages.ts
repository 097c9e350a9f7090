import type { TFunction } from 'i18next';
import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('memberCharts', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    memberCharts: typeof en;
  }
}

/** Writes the texts of a member's charts. */
export type WriteMember = TFunction<'memberCharts'>;
