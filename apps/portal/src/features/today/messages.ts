import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('today', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    today: typeof en;
  }
}
