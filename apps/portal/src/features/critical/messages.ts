import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('critical', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    critical: typeof en;
  }
}
