import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('patientSummary', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    patientSummary: typeof en;
  }
}
