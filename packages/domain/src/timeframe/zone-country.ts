const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Each engine writes zones under names of its own, Asia/Kolkata or Asia/Calcutta: both sides are asked for the same one. */
const canonicalZone = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** What TypeScript does not know of `Intl.Locale` yet (ECMA-402, Intl Locale Info). */
type LocaleWithZones = Intl.Locale & { readonly getTimeZones?: () => string[] | undefined };

let countryByZone: ReadonlyMap<string, string> | undefined;

/** The country that each zone lies in, by the engine's own data (Unicode CLDR, from IANA's zone.tab). */
function readCountries(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const country of letters.flatMap((first) => letters.map((second) => first + second))) {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    // Countries that are no more, as SU, are turned into those of today.
    if (locale.region !== country) continue;
    for (const zone of locale.getTimeZones?.() ?? []) found.set(canonicalZone(zone), country);
  }
  return found;
}

/** ISO 3166-1 alpha-2 code of the country that a time zone lies in; null where it lies in none, as UTC, and for what is no zone. */
export function countryOfZone(zone: string): string | null {
  countryByZone ??= readCountries();
  try {
    return countryByZone.get(canonicalZone(zone)) ?? null;
  } catch {
    return null;
  }
}
