import { VigilError } from '@vigil/contract/errors';
import type { RecordIdentity } from '@vigil/domain/people/patient-match';
import { elementsIn, type FhirElements, listIn, textIn } from '#services/fhir/index.ts';
import { patientSubject } from '../../fhir/subjects.ts';
import type { RecordFiles } from './record-files.ts';

/** A Patient of the files, in whichever of them. */
export interface FilePatient extends RecordIdentity {
  /** Its own id there; null where it has none. */
  readonly id: string | null;
  /** The id is of the form of ours. */
  readonly userId: string | null;
  /** Why nobody can be told by it. */
  readonly fault: string | null;
}

/** What the files say before their parts are looked at. */
export interface PeopleInFiles {
  /** Each person once. */
  readonly patients: readonly FilePatient[];
  /** Who is meant by a reference; undefined where no Patient of the files is. */
  patientOf(reference: string): FilePatient | undefined;
  /** What a referenced Medication is. */
  medicationOf(reference: string): unknown;
}

/** Patients and Medications that are remembered while the files are read. */
const mostRemembered = 1_000_000;
const twoOfOneName = 'Two Patients of the files have the same id and are different people';

/** Reads through the files once for the people whom they are about, and the medications that they refer to. */
export async function readPeopleInFiles(files: RecordFiles): Promise<PeopleInFiles> {
  const patients = new Map<string, FilePatient>();
  const byName = new Map<string, FilePatient>();
  const medications = new Map<string, unknown>();
  for await (const { resource, ...place } of files.resources()) {
    if (resource === null) continue;
    const names = namesOf(resource, 'fullUrl' in place ? place.fullUrl : undefined);
    if (resource.resourceType === 'Medication') for (const name of names) medications.set(name, resource.code);
    if (resource.resourceType === 'Patient') {
      const said = patientIn(resource);
      const key = JSON.stringify(said);
      const patient = patients.get(key) ?? said;
      patients.set(key, patient);
      for (const name of names) {
        const other = byName.get(name);
        byName.set(name, other && other !== patient ? { ...patient, fault: twoOfOneName } : patient);
      }
    }
    if (patients.size + medications.size > mostRemembered)
      throw new VigilError('body_too_large', `The files hold more than ${mostRemembered} Patients and Medications; import them in parts.`);
  }
  return {
    patients: [...patients.values()],
    patientOf: (reference) => byName.get(nameIn(reference)),
    medicationOf: (reference) => medications.get(nameIn(reference)),
  };
}

/** What others may refer to a resource by: its address in a Bundle, and its type and id. */
function namesOf({ resourceType, id }: FhirElements, fullUrl: string | undefined): string[] {
  const own = textIn(id) === null ? [] : [`${String(resourceType)}/${String(id)}`];
  return fullUrl === undefined ? own : [...new Set([...own, nameIn(fullUrl)])];
}

/** Of an address on a server its type and id; `urn:uuid:…` as it is. Addresses that are longer than any server's name nothing. */
export function nameIn(reference: string): string {
  if (reference.length > 2_048) return '';
  const [path = ''] = reference.split(/[?#]/, 1);
  const parts = path.split('/');
  const at = parts.indexOf('_history');
  return (at > 0 ? parts.slice(0, at) : parts).slice(-2).join('/');
}

function patientIn(resource: FhirElements): FilePatient {
  const subject = patientSubject(resource);
  const name = elementsIn(listIn(resource.name).find((one) => elementsIn(one).use === 'official') ?? listIn(resource.name)[0]);
  const said = 'severity' in subject ? {} : subject;
  return {
    id: textIn(resource.id),
    userId: said.userId ?? null,
    mrn: said.mrn ?? null,
    birthDate: textIn(resource.birthDate),
    familyName: textIn(name.family),
    givenName: textIn(listIn(name.given)[0]),
    // Without number and id a Patient leads to nobody by itself, and may still be the one who is named.
    fault: 'severity' in subject && subject.code !== 'not-found' ? subject.diagnostics : null,
  };
}
