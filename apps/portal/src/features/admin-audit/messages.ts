import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('adminAudit', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    adminAudit: typeof en;
  }
}
