import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('settings', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    settings: typeof en;
  }
}
