import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('adminInvitations', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    adminInvitations: typeof en;
  }
}
