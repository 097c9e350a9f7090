import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('adminAccounts', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    adminAccounts: typeof en;
  }
}
