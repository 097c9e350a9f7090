import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('programs', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    programs: typeof en;
  }
}
