import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('memberClinicians', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    memberClinicians: typeof en;
  }
}
