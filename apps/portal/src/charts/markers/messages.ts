import type { TFunction } from 'i18next';
import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('markers', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    markers: typeof en;
  }
}

/** Writes the texts of markers. */
export type WriteMarker = TFunction<'markers'>;
