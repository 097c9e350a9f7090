import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('adminMembers', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    adminMembers: typeof en;
  }
}
