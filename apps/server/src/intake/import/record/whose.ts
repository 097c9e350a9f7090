import { VigilError } from '@vigil/contract/errors';
import { elementsIn, type FhirElements, textIn } from '#services/fhir/index.ts';
import { contradictionOf, type Match, type MatchedMembers, matchMembers } from './match-members.ts';
import { type FilePatient, nameIn, type PeopleInFiles } from './people-in-files.ts';

export interface WhoseOptions {
  readonly tenantId: string;
  /** The one member whom the files are about, as the operator says; without, each Patient is matched. */
  readonly userId?: string;
  /** Which of the persons in the files is the member: an id there. */
  readonly person?: string;
}

/** Whose the parts of files are. */
export interface Whose {
  /** Patients of the files, and what became of each. */
  readonly matches: ReadonlyMap<FilePatient, Match>;
  /** Everybody to whom anything may be stored, as far as is known from the start. */
  readonly members: readonly string[];
  /** Whose a resource is that refers to its subject so. */
  of(resource: FhirElements): Promise<Match>;
}

const nobodyNamed = { reason: 'It does not say whom it is about' };
const aboutAnother = { reason: 'It is about another person than the one who was named' };

/**
 * Whose what is. With a member named, the files are about one person: the only Patient in them, the `person`, or the first subject;
 * what is about anybody else is refused. Throws `invalid_input` where several Patients could be meant, and `conflict` where the
 * Patient cannot be the member.
 */
export async function findWhose(members: MatchedMembers, people: PeopleInFiles, options: WhoseOptions): Promise<Whose> {
  return options.userId === undefined ? matchEach(members, people, options.tenantId) : takeOne(members, people, options, options.userId);
}

async function matchEach(members: MatchedMembers, people: PeopleInFiles, tenantId: string): Promise<Whose> {
  const matches = await matchMembers(members, tenantId, people.patients);
  const own = new Map<string, Match>();
  return {
    matches,
    members: [...new Set([...matches.values()].flatMap((match) => ('userId' in match ? [match.userId] : [])))],
    async of(resource) {
      const reference = referenceIn(resource);
      if (reference === null) return nobodyNamed;
      const patient = people.patientOf(reference);
      if (patient) return patient.fault === null ? (matches.get(patient) ?? nobodyNamed) : { reason: patient.fault };
      const id = ourId(reference);
      const known = own.get(id) ?? (await isOurs(members, tenantId, id));
      own.set(id, known);
      return known;
    },
  };
}

async function isOurs(members: MatchedMembers, tenantId: string, id: string): Promise<Match> {
  if (id !== '' && (await members.isMember(tenantId, id))) return { userId: id };
  return { reason: 'The files have no Patient to tell whom it is about. Name the member with --member' };
}

async function takeOne(members: MatchedMembers, people: PeopleInFiles, { tenantId, person }: WhoseOptions, userId: string): Promise<Whose> {
  const candidates = people.patients.filter(({ id }) => person === undefined || id === person);
  if (candidates.length > 1)
    throw new VigilError('invalid_input', 'The files are about several persons. Choose one with --person, or leave out --member.', {
      fields: candidates.slice(0, 20).map(({ id }) => ({ field: 'person', message: id ?? 'without an id' })),
    });
  const [patient] = candidates;
  if (patient) {
    const contradiction = patient.fault ?? (await contradictionOf(members, tenantId, patient, userId));
    if (contradiction !== null) throw new VigilError('conflict', `${contradiction}. Nothing was stored.`);
  }
  let subject: string | null = patient || person === undefined ? null : `Patient/${person}`;
  const match = { userId };
  return {
    matches: new Map(people.patients.map((one) => [one, one === patient ? match : aboutAnother])),
    members: [userId],
    async of(resource) {
      const reference = referenceIn(resource) ?? textIn(elementsIn(elementsIn(resource.subject).identifier).value);
      if (reference === null) return nobodyNamed;
      const id = ourId(reference);
      if (id === userId) return match;
      if (id !== '' && (await members.isMember(tenantId, id))) return aboutAnother;
      const named = people.patientOf(reference);
      if (named || patient) return named === patient ? match : aboutAnother;
      subject ??= nameIn(reference);
      return nameIn(reference) === subject ? match : aboutAnother;
    },
  };
}

const referenceIn = ({ subject }: FhirElements) => textIn(elementsIn(subject).reference);

/** The id that `Patient/{id}` of any server names, where it is of the form of ours; else an empty text. */
export function ourId(reference: string): string {
  return /^patient\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(nameIn(reference))?.[1]?.toLowerCase() ?? '';
}
