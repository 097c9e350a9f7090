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

/**
 * Whether a time zone lies in a country; null where that is not known: for zones of no country, as UTC, for what is neither, and with an
 * engine that cannot say. Cheaper than `countryOfZone` for one question: a phone has this country's zones read alone.
 */
export function isZoneInCountry(zone: string, country: string): boolean | null {
  if (!zone.includes('/') || zone.startsWith('Etc/')) return null;
  try {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    const zones = locale.getTimeZones?.() ?? [];
    return zones.length === 0 ? null : zones.some((one) => canonicalZone(one) === canonicalZone(zone));
  } catch {
    return null;
  }
}
