import english from './messages.en.json' with { type: 'json' };
import spanish from './messages.es.json' with { type: 'json' };

export type MessageKey = keyof typeof english;
export type Language = 'en' | 'es';

/** Texts of the identity pages and mails in one language. */
export interface Messages {
  readonly language: Language;
  /** The text with `{name}` replaced by the value of that name. */
  text(key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
}

const catalogues: Record<Language, Record<MessageKey, string>> = { en: english, es: spanish };

export function messagesIn(language: Language): Messages {
  return {
    language,
    text: (key, values = {}) => catalogues[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  };
}

/** The first language of an Accept-Language header that there are texts in, else English. */
export function messagesFor(acceptLanguage: string | undefined): Messages {
  const asked = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const quality = Number(
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { language: tag.toLowerCase().split('-')[0] ?? '', quality: Number.isFinite(quality) ? quality : 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  const known = asked.find(({ language }) => language in catalogues)?.language;
  return messagesIn(known === 'es' ? 'es' : 'en');
}

/** Up to this long is "a few seconds"; anything longer counts in minutes. */
const fewSecondsMs = 15_000;

/** "3 minutes", rounded up so that nobody comes back too early. */
export function waitText(messages: Messages, milliseconds: number): string {
  if (milliseconds <= fewSecondsMs) return messages.text('wait.seconds');
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  if (minutes === 1) return messages.text('wait.minute');
  if (minutes < 60) return messages.text('wait.minutes', { count: minutes });
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? messages.text('wait.hour') : messages.text('wait.hours', { count: hours });
}
