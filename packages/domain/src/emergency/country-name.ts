/** English says "in the United States" and "in Spain". By what the Unicode names of countries look like. */
const withArticle =
  /^(United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Seychelles|Isle of|.* (Islands|Republic|Territories|Emirates)\b)/;

/** A country by its ISO 3166-1 alpha-2 code, as it stands after "in"; the code itself where it has no name. */
export function countryAfterIn(country: string, language: string): string {
  let name = country;
  try {
    name = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  } catch {
    // No code of a country: it is shown as it was given.
  }
  return language.startsWith('en') && withArticle.test(name) ? `the ${name}` : name;
}
