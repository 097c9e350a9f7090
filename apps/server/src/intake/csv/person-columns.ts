import { plainName } from './metric-names.ts';

/** A column that may tell persons apart. */
export interface PersonColumn {
  readonly index: number;
  /** As the sender wrote it. */
  readonly heading: string;
  /** By its name it identifies persons; otherwise it is an id of something, and its values have to show of what. */
  readonly isCertain: boolean;
  /** What of a member it can be compared with. */
  readonly identifier: 'mrn' | 'employeeId' | null;
}

/** Words for a person or for what only a person has, in plain form; one of them makes a heading a person's. */
const personWords = [
  ...['user', 'participant', 'subject', 'subj', 'patient', 'person', 'member', 'client', 'resident', 'customer', 'wearer', 'athlete'],
  ...['volunteer', 'respondent', 'individual', 'beneficiary', 'employee', 'student', 'owner', 'account', 'proband', 'pt', 'pat'],
  ...['usuario', 'usuaria', 'participante', 'sujeto', 'paciente', 'persona', 'miembro', 'cliente', 'residente', 'empleado', 'teilnehmer'],
  ...['mrn', 'medicalrecord', 'historiaclínica', 'ssn', 'nhs', 'email', 'mail', 'correo', 'phone', 'telephone', 'teléfono', 'login'],
  ...[
    'name',
    'surname',
    'initials',
    'nombre',
    'apellido',
    'apellidos',
    'vorname',
    'nachname',
    'dob',
    'birthdate',
    'dateofbirth',
    'pseudonym',
  ],
];
/** Words that may stand beside them without changing what is meant; "patient age" and "patient info" have others. */
const besideWords = [
  ...[
    'id',
    'identifier',
    'identificador',
    'number',
    'número',
    'no',
    'nr',
    'num',
    'code',
    'código',
    'codigo',
    'numero',
    'key',
    'ref',
    'uuid',
    'guid',
  ],
  ...['first', 'last', 'given', 'family', 'full', 'middle', 'display', 'address', 'study', 'research', 'trial', 'hospital', 'clinic'],
  ...['de', 'del', 'electrónico', 'fitbit', 'garmin', 'withings', 'oura', 'polar'],
];
/** Ids of which the heading does not say whose they are: of a person (Fitbit's `Id`, REDCap's `record_id`), or of the line. */
const bareIds = new Set(
  ['id', 'uid', 'uuid', 'guid', 'identifier', 'key', 'code', 'number', 'no', 'nr', 'record id', 'case id', 'study id', 'case'].map(
    plainName,
  ),
);

const mrn = /^(?:patient|member|hospital|clinic)?(?:mrn|medicalrecord)(?:number|no|nr|num|id)?$/;
const employeeId = /^employee(?:id|number|no|nr|num)$/;

/** The columns, of those that neither say when nor hold readings, that may tell persons apart. */
export function personColumns(headings: readonly string[], taken: ReadonlySet<number>): readonly PersonColumn[] {
  return headings.flatMap((heading, index) => {
    const plain = plainName(heading);
    const isCertain = isPersonHeading(plain);
    if (taken.has(index) || !(isCertain || bareIds.has(plain))) return [];
    const identifier = mrn.test(plain) ? 'mrn' : employeeId.test(plain) ? 'employeeId' : null;
    return [{ index, heading: heading.trim(), isCertain, identifier }];
  });
}

/** Whether a heading in plain form is made of these words only, one of a person among them. Its cost is its length times the words. */
function isPersonHeading(plain: string): boolean {
  /** Ends of words up to which the heading is made of them: without a person's word so far, and with one. */
  const reached = { without: new Set([0]), with: new Set<number>() };
  for (let at = 0; at < plain.length; at += 1) {
    const after = (words: readonly string[]) => words.filter((word) => plain.startsWith(word, at)).map((word) => at + word.length);
    if (reached.without.has(at)) {
      for (const end of after(besideWords)) reached.without.add(end);
      for (const end of after(personWords)) reached.with.add(end);
    }
    if (reached.with.has(at)) for (const end of after([...besideWords, ...personWords])) reached.with.add(end);
  }
  return reached.with.has(plain.length);
}
