import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('burden', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    burden: typeof en;
  }
}
