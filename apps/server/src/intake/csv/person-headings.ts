import { plainName } from './metric-names.ts';

/** Words for whoever was measured, in plain form. */
const subjectWords = [
  ...['participant', 'subject', 'subj', 'patient', 'member', 'resident', 'wearer', 'athlete', 'volunteer', 'respondent', 'proband'],
  ...['probanden', 'pt', 'pat', 'participante', 'sujeto', 'paciente', 'miembro', 'residente', 'teilnehmer', 'versuchsperson', 'enrollee'],
  ...['mrn', 'medicalrecord', 'historiaclínica', 'patientin', 'malade', '患者', 'пациент'],
];
/** Words for a person or for what only a person has; several may share an account or a phone. */
const personWords = [
  ...subjectWords,
  ...['user', 'username', 'person', 'client', 'customer', 'individual', 'beneficiary', 'employee', 'student', 'owner', 'account'],
  ...['usuario', 'usuaria', 'persona', 'cliente', 'empleado', 'nutzer', 'benutzer', 'kunde', 'utilisateur', 'who', 'enrolee'],
  ...['ssn', 'nhs', 'email', 'mail', 'correo', 'phone', 'telephone', 'teléfono', 'login', 'nickname', 'screenname', 'pseudonym', 'pseudo'],
  ...['name', 'surname', 'initials', 'nombre', 'apellido', 'apellidos', 'vorname', 'nachname', 'nom', 'prénom'],
  ...['dob', 'birthdate', 'birthday', 'dateofbirth', 'geburtsdatum', 'fechadenacimiento', 'datedenaissance'],
];
/** Words for an id, of whatever it is. */
const idWords = [
  ...['id', 'identifier', 'identificador', 'number', 'número', 'no', 'nr', 'num', 'nummer', 'code', 'código', 'codigo', 'numero', 'key'],
  ...['ref', 'uuid', 'guid', 'uid'],
];
/** Words for what has one id for each person as a rule, without saying so: a case, a bed, a tag that is worn. */
const oneEachWords = [
  ...['record', 'case', 'fall', 'pid', 'sid', 'sub', 'hash', 'handle', 'badge', 'rfid', 'chip', 'card', 'token', 'donor', 'child'],
  ...['room', 'bed', 'ward', 'zimmer', 'bett', 'cohort', 'group', 'family', 'household', 'twin', 'animal', 'vp'],
];
/** Words that may stand beside one of a person or an id without changing what is meant; "patient age" and "patient info" have others. */
const besideWords = [
  ...['coded', 'first', 'last', 'given', 'family', 'full', 'middle', 'display', 'address', 'study', 'research', 'trial', 'hospital'],
  ...['clinic', 'de', 'del', 'du', 'of', 'the', 'electrónico', 'fitbit', 'garmin', 'withings', 'oura', 'polar'],
];
/** Ids of which the heading does not even say of what: Fitbit's `Id`, or the key of a row. */
const recordHeadings = new Set(['id', 'uid', 'uuid', 'guid', 'identifier', 'key', 'code', 'number', 'num', 'no', 'nr'].map(plainName));
/** Headings of the number of a line; a table that was written with its line numbers has none above them. */
const lineHeadings = new Set(
  [
    '',
    'index',
    'idx',
    'row',
    'row number',
    'row no',
    'line',
    'line number',
    'line no',
    'seq',
    'sequence',
    'unnamed 0',
    'zeile',
    'fila',
  ].map(plainName),
);

const allPersonWords = new Set(personWords);

/** Whether a heading in plain form names persons; each of these costs its length times the words. */
export const isPersonHeading = (plain: string) => isMadeOf(plain, personWords, [...idWords, ...besideWords]);
/** Whether it names who was measured, and nothing that several may share. */
export const isSubjectHeading = (plain: string) => isMadeOf(plain, subjectWords, [...idWords, ...besideWords]);
/** Whether it is an id of something that is not said. */
export const isIdHeading = (plain: string) => isMadeOf(plain, [...idWords, ...oneEachWords], besideWords);
export const isRecordHeading = (plain: string) => recordHeadings.has(plain);
export const isLineHeading = (plain: string) => lineHeadings.has(plain);
export const isPersonWord = (word: string) => allPersonWords.has(word);

/** Whether a heading is made of these words only, one of `needed` among them. */
function isMadeOf(plain: string, needed: readonly string[], others: readonly string[]): boolean {
  /** Ends of words up to which the heading is made of them: without a needed word so far, and with one. */
  const reached = { without: new Set([0]), with: new Set<number>() };
  for (let at = 0; at < plain.length; at += 1) {
    const after = (words: readonly string[]) => words.filter((word) => plain.startsWith(word, at)).map((word) => at + word.length);
    if (reached.without.has(at)) {
      for (const end of after(others)) reached.without.add(end);
      for (const end of after(needed)) reached.with.add(end);
    }
    if (reached.with.has(at)) for (const end of after([...others, ...needed])) reached.with.add(end);
  }
  return reached.with.has(plain.length);
}
