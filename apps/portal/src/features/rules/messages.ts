import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('rules', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    rules: typeof en;
  }
}
