import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('panel', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    panel: typeof en;
  }
}
