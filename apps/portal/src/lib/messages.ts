import { registerMessages } from './i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('lib', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    lib: typeof en;
  }
}
