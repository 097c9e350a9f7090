import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('patientTeam', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    patientTeam: typeof en;
  }
}
