import i18next, { type ResourceNamespaceMap } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** English is complete; Spanish covers what a member sees and falls back to English elsewhere. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The first of the person's languages that the portal speaks. */
function languageOf(preferred: readonly string[]): Language {
  const known = preferred
    .map((tag) => tag.split(/[-_.@]/, 1)[0]?.toLowerCase() ?? '')
    .find((tag) => (languages as readonly string[]).includes(tag));
  return known === 'es' ? 'es' : 'en';
}

/** A language that was chosen on this computer goes before the browser's. */
function chosenLanguage(): readonly string[] {
  try {
    return [localStorage.getItem('vigil.language') ?? ''];
  } catch {
    return [];
  }
}

const language = languageOf([...chosenLanguage(), ...navigator.languages]);
document.documentElement.lang = language;

void i18next.use(initReactI18next).init({
  lng: language,
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
});

type Messages = { readonly en: object } & { readonly [other in Exclude<Language, 'en'>]?: object };

/**
 * Adds the messages of one feature. Its `messages.ts` calls this once and declares the namespace's type:
 *
 *     registerMessages('panel', { en });
 *     declare module 'i18next' { interface ResourceNamespaceMap { panel: typeof en } }
 */
export function registerMessages(namespace: keyof ResourceNamespaceMap & string, messages: Messages): void {
  for (const [tag, bundle] of Object.entries(messages)) i18next.addResourceBundle(tag, namespace, bundle, true, true);
}

export { i18next };
