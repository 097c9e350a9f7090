import { i18next, type Language, languages } from './i18n.ts';

/** Chooses the language of the portal: on screen at once, and kept on this computer. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem('vigil.language', language);
  } catch {
    // Storage is closed to this page: the language holds until the tab closes.
  }
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

/** The languages by their own names, which everybody finds who reads them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The language after the one on screen. */
export function nextLanguage(current: string): Language {
  return languages[(languages.indexOf(current === 'es' ? 'es' : 'en') + 1) % languages.length] ?? 'en';
}
