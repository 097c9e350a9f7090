/** A text of a survey in the language of the page; what nobody has translated reads as it was written. */
export const inLanguage = (language: string, text: string, textEs: string | null): string =>
  language.startsWith('es') && textEs ? textEs : text;

/** A moment (Unix seconds) as a day, or with its time of day, by the member's clock. */
export const dayWords = (language: string, seconds: number, timeZone: string, withTime = false): string =>
  new Intl.DateTimeFormat(language === 'en' ? navigator.language : language, {
    ...{ dateStyle: 'medium', timeZone },
    ...(withTime && { timeStyle: 'short' }),
  }).format(seconds * 1000);
