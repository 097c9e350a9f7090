import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';
import es from './messages.es.json';

registerMessages('patientContent', { en, es });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    patientContent: typeof en;
  }
}
