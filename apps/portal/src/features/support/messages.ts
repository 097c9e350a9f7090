import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('support', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    support: typeof en;
  }
}
