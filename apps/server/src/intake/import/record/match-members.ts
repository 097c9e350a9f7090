import { type MatchCandidate, matchPatient, type PatientMatch } from '@vigil/domain/people/patient-match';
import type { People } from '#people/index.ts';
import type { FilePatient } from './people-in-files.ts';

/** What matching asks about members. */
export type MatchedMembers = Pick<People, 'identifiersOf' | 'isMember' | 'membersByMrn' | 'namesOf'>;

/** Whose a Patient is, or why nobody can say. */
export type Match = { readonly userId: string } | { readonly reason: string };

const reasons: Readonly<Record<Exclude<PatientMatch['kind'], 'same'>, string>> = {
  nobody: 'No member has this record number. Invite the person first, or name the member with --member',
  'no-number': 'The Patient has no medical record number (type MR). Name the member with --member',
  several: 'Several members have this record number. Give each their own first',
  contradicts: 'The record number is that of a member whose birth date is another. Look whose record it is',
  unsure: 'Only the record number agrees: neither birth date nor name says that it is the same person. Name the member with --member',
};
const twoForOne = 'Two Patients of the files lead to the same member. Import them one by one, with --member and --person';

/** Finds the member of each Patient. Two Patients never become one member. */
export async function matchMembers(
  members: MatchedMembers,
  tenantId: string,
  patients: readonly FilePatient[],
): Promise<ReadonlyMap<FilePatient, Match>> {
  const matches = new Map<FilePatient, Match>();
  const firstOf = new Map<string, FilePatient>();
  for (const patient of patients) {
    const match = await matchOne(members, tenantId, patient);
    matches.set(patient, match);
    if (!('userId' in match)) continue;
    const first = firstOf.get(match.userId);
    if (!first) firstOf.set(match.userId, patient);
    // The same Patient may stand in two files as of two days.
    else if (first.id === null || first.id !== patient.id) for (const one of [first, patient]) matches.set(one, { reason: twoForOne });
  }
  return matches;
}

async function matchOne(members: MatchedMembers, tenantId: string, patient: FilePatient): Promise<Match> {
  if (patient.fault !== null) return { reason: patient.fault };
  const ids = patient.mrn === null ? [] : await members.membersByMrn(tenantId, patient.mrn);
  const candidates = await Promise.all(ids.map((id) => candidateOf(members, tenantId, id)));
  const found = matchPatient(patient, candidates);
  if (found.kind === 'same') return { userId: found.id };
  // A record that was made here names its member by our own id.
  const isOurs = (found.kind === 'nobody' || found.kind === 'no-number') && patient.userId !== null;
  if (isOurs && patient.userId !== null && (await members.isMember(tenantId, patient.userId))) {
    const contradiction = await contradictionOf(members, tenantId, patient, patient.userId);
    return contradiction === null ? { userId: patient.userId } : { reason: contradiction };
  }
  return { reason: reasons[found.kind] };
}

/** Why a Patient cannot be this member, whoever says so; null where nothing speaks against it. */
export async function contradictionOf(
  members: MatchedMembers,
  tenantId: string,
  patient: FilePatient,
  userId: string,
): Promise<string | null> {
  const member = await candidateOf(members, tenantId, userId);
  const others = patient.mrn === null ? [] : (await members.membersByMrn(tenantId, patient.mrn)).filter((id) => id !== userId);
  if (others.length > 0) return 'The record number of the Patient is another member’s. Look whose record it is';
  if (matchPatient({ ...patient, mrn: 'same' }, [{ ...member, mrn: 'same' }]).kind === 'contradicts')
    return 'The birth date of the Patient is not the member’s. Look whose record it is';
  return null;
}

async function candidateOf(members: MatchedMembers, tenantId: string, id: string): Promise<MatchCandidate> {
  const { mrn, birthDate } = await members.identifiersOf(tenantId, id);
  const { familyName, givenName } = (await members.namesOf(tenantId, [id]))(id);
  return { id, mrn, birthDate, familyName, givenName };
}
