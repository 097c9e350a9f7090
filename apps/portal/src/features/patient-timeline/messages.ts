import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('patientTimeline', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    patientTimeline: typeof en;
  }
}
