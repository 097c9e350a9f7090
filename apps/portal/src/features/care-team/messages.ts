import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('careTeam', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    careTeam: typeof en;
  }
}
