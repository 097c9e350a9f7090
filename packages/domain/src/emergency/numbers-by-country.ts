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

const lifeline988: CrisisLine = { name: '988 Suicide & Crisis Lifeline', number: '988', takesTexts: true, spanishKey: '2' };
const samaritans: CrisisLine = { name: 'Samaritans', number: '116 123', takesTexts: false };
const line = (name: string, number: string, takesTexts = false): CrisisLine => ({ name, number, takesTexts });
const line3114 = line('Numéro national de prévention du suicide', '3114');

type Entry = readonly [country: string, numbers: EmergencyNumbers];
const all = (countries: string, emergency: string, crisisLine: CrisisLine | null = null): Entry[] =>
  countries.split(' ').map((country) => [country, { emergency: emergency.split(' '), crisisLine }]);

/**
 * By ISO 3166-1 alpha-2 code: the number that brings an ambulance from any phone first, landlines included; 112 comes second where only
 * mobile phones reach it (Australia, South Africa). Emergency numbers: US Department of State, "911 Abroad", and for the European Union, the
 * European Economic Area and Switzerland Directive (EU) 2018/1972, article 109, and OFCOM (112 everywhere). A territory is listed where
 * that number is in its own numbering plan too; where sources disagree about the ambulance it is left out. Crisis lines, as each says of
 * itself, free and at every hour: 988lifeline.org, 988.ca, gob.mx (Línea de la Vida), samaritans.org (with its branches in Jersey, Guernsey
 * and on the Isle of Man) and samaritans.org/ireland, sanidad.gob.es (024), 1737.org.nz, lifeline.org.au, telefonseelsorge.de, 3114.fr
 * (overseas: the regional health agencies of Réunion and Mayotte, Guadeloupe, Martinique and French Guiana), 113.nl, telefonseelsorge.at,
 * 143.ch, mind.se, mentalhelse.no, cvv.org.br, telemanas.mohfw.gov.in. A country without such a line here has none named.
 */
export const numbersByCountry: ReadonlyMap<string, EmergencyNumbers> = new Map([
  ...all('US PR VI GU AS MP', '911', lifeline988),
  ...all('CA', '911', line('9-8-8: Suicide Crisis Helpline', '988', true)),
  ...all('MX', '911', line('Línea de la Vida', '800 911 2000')),

  // The European Union, its neighbors, and their islands.
  ...all('AX BE BG CY CZ DK EE FI FO GE GR HR HU IS IT LI LT LU LV MD MT PL PT RO SI SK TR', '112'),
  ...all('ES', '112', line('Línea 024', '024')),
  ...all('DE', '112', line('TelefonSeelsorge', '0800 1110111')),
  ...all('NL', '112', line('113 Zelfmoordpreventie', '113')),
  ...all('SE', '112', line('Mind Självmordslinjen', '90101')),
  ...all('AT', '112 144', line('TelefonSeelsorge', '142')),
  ...all('CH', '112 144', line('143', '143')),
  ...all('NO', '113 112', line('Mental Helse', '116 123')),
  ...all('SJ', '113 112'),
  ...all('IE', '112 999', samaritans),
  ...all('GB GG JE', '999 112', samaritans),
  ...all('IM', '999', samaritans),
  ...all('GI', '112 190'),
  ...all('FR', '112 15', line3114),
  ...all('MQ RE YT', '15 112', line3114),
  ...all('GF GP', '15', line3114),
  ...all('MF NC PF PM WF', '15'),
  ...all('MC', '112 18'),
  ...all('AD', '116 112'),
  ...all('SM', '118'),
  ...all('VA', '112 118'),
  ...all('AL', '127 112'),
  ...all('BA', '124'),
  ...all('ME', '124 112'),
  ...all('MK', '194 112'),
  ...all('RS', '194 112'),
  ...all('RU UA', '112 103'),
  ...all('AZ BY KZ', '103 112'),
  ...all('AM KG MN TJ', '103'),

  // The Americas and the Caribbean.
  ...all('AI AW BM BZ CR DO EC GD KN KY PA PY UY', '911'),
  ...all('AG LC MS TC VC VG', '911 999'),
  ...all('DM', '999 911'),
  ...all('BS', '911 919'),
  ...all('BB', '511 911'),
  ...all('BQ CW SX', '912 911'),
  ...all('TT', '811 990'),
  ...all('VE', '911 171'),
  ...all('AR', '107 911'),
  ...all('BR', '192', line('CVV', '188')),
  ...all('CL', '131'),
  ...all('CO', '123'),
  ...all('CU', '104'),
  ...all('FK', '999'),
  ...all('GY', '913'),
  ...all('JM', '110'),
  ...all('NI', '128'),
  ...all('PE', '106 116'),
  ...all('SR', '115'),

  // Asia and the Middle East.
  ...all('IN', '112', line('Tele-MANAS', '14416')),
  ...all('BT KW', '112'),
  ...all('BD BH HK MO MY QA', '999'),
  ...all('AE', '998 999'),
  ...all('BN', '991'),
  ...all('CN', '120'),
  ...all('ID', '119 118'),
  ...all('IL PS', '101'),
  ...all('IR VN', '115'),
  ...all('JO', '911'),
  ...all('JP KH KR TW', '119'),
  ...all('LA', '195'),
  ...all('LB', '140'),
  ...all('LK', '1990 110'),
  ...all('NP', '102'),
  ...all('OM', '9999'),
  ...all('PH', '911'),
  ...all('PK', '1122 115'),
  ...all('SA', '997'),
  ...all('SG', '995'),
  ...all('TH', '1669'),

  // Africa.
  ...all('ZA', '10177 112'),
  ...all('AO ST', '112'),
  ...all('BW', '997'),
  ...all('CV', '130'),
  ...all('DZ', '14'),
  ...all('EG', '123'),
  ...all('GH', '193'),
  ...all('KE', '999 112'),
  ...all('MA', '15'),
  ...all('MU', '114'),
  ...all('MW', '998'),
  ...all('MZ', '117'),
  ...all('SC', '999'),
  ...all('TN', '190'),
  ...all('ZW', '994 999'),

  // Oceania.
  ...all('AU', '000 112', line('Lifeline', '13 11 14')),
  ...all('CC CX', '000 112'),
  ...all('NZ', '111', line('Need to Talk?', '1737', true)),
  ...all('FJ FM MH PW', '911'),
  ...all('NR PG', '111'),
  ...all('TO', '911 933'),
  ...all('VU', '112'),
  ...all('WS', '996 911'),
]);
