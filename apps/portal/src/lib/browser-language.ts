/** What the browser is set to may be anything: `C`, `en_US.UTF-8`, `en-US@posix`, nothing at all. The part that is a language, or nothing. */
function readableTag(tag: string): string | undefined {
  const [name = ''] = tag.split(/[.@]/, 1);
  try {
    const [known] = Intl.getCanonicalLocales(name.replaceAll('_', '-'));
    return known && Intl.DateTimeFormat.supportedLocalesOf(known).length > 0 ? known : undefined;
  } catch {
    return undefined;
  }
}

/** The person's language and region, as every `Intl` takes it: the first that the browser names and can write; else American English. */
export function browserLanguage(preferred: readonly string[] = [navigator.language, ...navigator.languages]): string {
  for (const tag of preferred) {
    const known = readableTag(tag);
    if (known !== undefined) return known;
  }
  return 'en-US';
}

/** How dates and numbers are written on a page in a language: in English as the browser's region has them. */
export const localeOf = (language: string): string => (language === 'en' ? browserLanguage() : language);
