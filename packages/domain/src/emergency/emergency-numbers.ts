/** A line for people who think about hurting themselves, open at every hour. */
export interface CrisisLine {
  readonly name: string;
  readonly number: string;
  /** Whether it answers text messages as well as calls. */
  readonly takesTexts: boolean;
  /** The key to press for Spanish. */
  readonly spanishKey?: string;
}

/** Whom to call in a country. Where nothing is certain nothing is named: a wrong number costs more time than none. */
export interface EmergencyNumbers {
  /** The number that brings an ambulance, the usual one first; empty where the country is not known. */
  readonly emergency: readonly string[];
  readonly crisisLine: CrisisLine | null;
}

export const unknownNumbers: EmergencyNumbers = { emergency: [], crisisLine: null };

const lifeline988: CrisisLine = { name: '988 Suicide & Crisis Lifeline', number: '988', takesTexts: true, spanishKey: '2' };
const samaritans: CrisisLine = { name: 'Samaritans', number: '116 123', takesTexts: false };
const line = (name: string, number: string, takesTexts = false): CrisisLine => ({ name, number, takesTexts });

const ofUnitedStates: EmergencyNumbers = { emergency: ['911'], crisisLine: lifeline988 };
const of112: EmergencyNumbers = { emergency: ['112'], crisisLine: null };
const only = (...emergency: string[]): EmergencyNumbers => ({ emergency, crisisLine: null });

/**
 * By ISO 3166-1 alpha-2 code. Emergency numbers: US Department of State, "911 Abroad", and for the European Union, the European
 * Economic Area and Switzerland Directive (EU) 2018/1972, article 109, and OFCOM (112 everywhere). Crisis lines, as each says of itself,
 * free and at every hour: 988lifeline.org, 988.ca, gob.mx (Línea de la Vida), samaritans.org and samaritans.org/ireland,
 * sanidad.gob.es (024), 1737.org.nz, lifeline.org.au, telefonseelsorge.de, 3114.fr, 113.nl, telefonseelsorge.at, 143.ch, mind.se,
 * mentalhelse.no, cvv.org.br, telemanas.mohfw.gov.in. A country without such a line here has none named.
 */
const byCountry: ReadonlyMap<string, EmergencyNumbers> = new Map([
  ...['US', 'PR', 'VI', 'GU', 'AS', 'MP'].map((country) => [country, ofUnitedStates] as const),
  ...'BE BG CY CZ DK EE FI GR HR HU IS IT LI LT LU LV MT PL PT RO SI SK'.split(' ').map((country) => [country, of112] as const),
  ['CA', { emergency: ['911'], crisisLine: line('9-8-8: Suicide Crisis Helpline', '988', true) }],
  ['MX', { emergency: ['911'], crisisLine: line('Línea de la Vida', '800 911 2000') }],
  ['GB', { emergency: ['999', '112'], crisisLine: samaritans }],
  ['IE', { emergency: ['112', '999'], crisisLine: samaritans }],
  ['ES', { emergency: ['112'], crisisLine: line('Línea 024', '024') }],
  ['FR', { emergency: ['112', '15'], crisisLine: line('3114', '3114') }],
  ['DE', { emergency: ['112'], crisisLine: line('TelefonSeelsorge', '0800 1110111') }],
  ['AT', { emergency: ['112', '144'], crisisLine: line('TelefonSeelsorge', '142') }],
  ['CH', { emergency: ['112', '144'], crisisLine: line('143', '143') }],
  ['NL', { emergency: ['112'], crisisLine: line('113 Zelfmoordpreventie', '113') }],
  ['SE', { emergency: ['112'], crisisLine: line('Mind Självmordslinjen', '90101') }],
  ['NO', { emergency: ['113', '112'], crisisLine: line('Mental Helse', '116 123') }],
  ['AU', { emergency: ['000', '112'], crisisLine: line('Lifeline', '13 11 14') }],
  ['NZ', { emergency: ['111'], crisisLine: line('1737', '1737', true) }],
  ['BR', { emergency: ['192'], crisisLine: line('CVV', '188') }],
  ['IN', { emergency: ['112'], crisisLine: line('Tele-MANAS', '14416') }],
  ['AR', only('107', '911')],
  ['CL', only('131')],
  ['CO', only('123')],
  ['CR', only('911')],
  ['DO', only('911')],
  ['EC', only('911')],
  ['PA', only('911')],
  ['PE', only('106', '116')],
  ['UY', only('911')],
  ['JP', only('119')],
  ['KR', only('119')],
  ['TW', only('119')],
  ['CN', only('120')],
  ['HK', only('999')],
  ['SG', only('995')],
  ['MY', only('999')],
  ['TH', only('1669')],
  ['PH', only('911')],
  ['IL', only('101')],
  ['TR', only('112')],
  ['ZA', only('112', '10177')],
]);

/** What a country's people call; nothing for a country that is not listed, or not known. */
export const numbersOfCountry = (country: string | null): EmergencyNumbers =>
  (country !== null && byCountry.get(country)) || unknownNumbers;

/** Countries with numbers of their own, by code. */
export const countriesWithNumbers: readonly string[] = [...byCountry.keys()].sort();

/** What a clinic has said about the place that it is in. Empty texts: the country's own numbers hold. */
interface ClinicEmergency {
  readonly country: string | null;
  readonly number: string;
  readonly crisisNumber: string;
  readonly crisisName: string;
}

/**
 * Whom somebody calls: where they are decides, and only where nobody knows that the clinic's country. What the clinic has set itself
 * holds in its own country alone: elsewhere its number may reach nobody.
 */
export function emergencyNumbersFor(country: string | null, clinic: ClinicEmergency): EmergencyNumbers {
  const where = country ?? clinic.country;
  const { emergency, crisisLine } = numbersOfCountry(where);
  if (where !== clinic.country) return { emergency, crisisLine };
  return {
    emergency: clinic.number ? [clinic.number] : emergency,
    crisisLine: clinic.crisisNumber ? line(clinic.crisisName || clinic.crisisNumber, clinic.crisisNumber) : crisisLine,
  };
}

/** A number as `tel:` takes it. */
export const telephoneLink = (number: string): string => `tel:${number.replace(/[^0-9+*#]/g, '')}`;
