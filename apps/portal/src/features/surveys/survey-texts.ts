import { localeOf } from '#lib/browser-language.ts';
/** A text of a survey in the language of the page; what nobody has translated reads as it was written. */
export const inLanguage = (language: string, text: string, textEs: string | null): string =>
  language.startsWith('es') && textEs ? textEs : text;

/** A moment (Unix seconds) as a day, or with its time of day, by the member's clock. */
export const dayWords = (language: string, seconds: number, timeZone: string, withTime = false): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ dateStyle: 'medium', timeZone },
    ...(withTime && { timeStyle: 'short' }),
  }).format(seconds * 1000);

/** A calendar day, `YYYY-MM-DD`. */
export const dateWords = (language: string, date: string): string => dayWords(language, Date.parse(date) / 1000, 'UTC');

/** A time of day, `HH:MM`. */
export const timeWords = (language: string, time: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', timeZone: 'UTC' }).format(Date.parse(`1970-01-01T${time}Z`));
