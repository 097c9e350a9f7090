import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('handoff', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    handoff: typeof en;
  }
}
