import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('adminTeams', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    adminTeams: typeof en;
  }
}
