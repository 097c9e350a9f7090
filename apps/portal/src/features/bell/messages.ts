import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('bell', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    bell: typeof en;
  }
}
