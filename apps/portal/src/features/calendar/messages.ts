import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('calendar', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    calendar: typeof en;
  }
}
