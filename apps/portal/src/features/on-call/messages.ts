import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('onCall', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    onCall: typeof en;
  }
}
