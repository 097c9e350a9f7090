import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('actions', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    actions: typeof en;
  }
}
