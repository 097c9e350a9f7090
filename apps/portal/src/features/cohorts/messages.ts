import { registerMessages } from '#lib/i18n.ts';
import en from './messages.en.json';

registerMessages('cohorts', { en });

declare module 'i18next' {
  interface ResourceNamespaceMap {
    cohorts: typeof en;
  }
}
