import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('calls', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    calls: typeof en;
  }
}
