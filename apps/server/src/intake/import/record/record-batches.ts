import { VigilError } from '@vigil/contract/errors';
import type { ClinicalResource, FhirService } from '#services/fhir/index.ts';
import type { Delivery } from '../../delivery.ts';
import { isClinicalType, readClinical } from '../../fhir/clinical/read-clinical.ts';
import { type AdmittedObservation, groupByMember } from '../../fhir/group-by-member.ts';
import { readObservation, refusedDay } from '../../fhir/read-observation.ts';
import type { SubjectOf } from '../../fhir/subjects.ts';
import type { Members } from '../../members.ts';
import type { PeopleInFiles } from './people-in-files.ts';
import type { FileResource } from './record-files.ts';
import type { ListedRefusal, Report } from './report.ts';
import { ourId, type Whose } from './whose.ts';

export interface BatchesDependencies {
  readonly delivery: Delivery;
  readonly fhir: Pick<FhirService, 'bringIn'>;
  readonly people: Pick<Members, 'isMember' | 'timeZoneOf'>;
  readonly nowMs: number;
}

export interface BatchesOptions {
  readonly tenantId: string;
  readonly origin: string;
  readonly trustsIds: boolean;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
  readonly inFiles: PeopleInFiles;
  readonly whose: Whose;
  readonly report: Report;
}

export interface Batches {
  /** Judges a resource and keeps it until its batch is full. True when one was stored. */
  add(found: FileResource): Promise<boolean>;
  /** Stores what is waiting. */
  flush(): Promise<void>;
}

const batchReadings = 50_000;
const batchResources = 500;

type Place = Omit<ListedRefusal, 'reason'>;

/** Gathers resources of files by member, and stores them batch by batch. */
export function createBatches({ delivery, fhir, people, nowMs }: BatchesDependencies, options: BatchesOptions): Batches {
  const { dryRun, inFiles, origin, report, signal, tenantId, trustsIds, whose } = options;
  const zones = new Map<string, string>();
  const clinical = new Map<string, { readonly resources: ClinicalResource[]; readonly places: Place[] }>();
  let observations: AdmittedObservation[] = [];
  let waitingReadings = 0;
  let waitingResources = 0;

  async function zoneOf(userId: string): Promise<string> {
    const zone = zones.get(userId) ?? (await people.timeZoneOf(tenantId, userId));
    zones.set(userId, zone);
    return zone;
  }

  /** Who measured: a Patient of the files, or our own member; whoever else it is, is nobody who is known here. */
  const performerOf: SubjectOf = ({ reference = '' }) => {
    const patient = inFiles.patientOf(reference);
    const match = patient && whose.matches.get(patient);
    return { userId: match && 'userId' in match ? match.userId : ourId(reference) };
  };

  async function addObservation(json: unknown, userId: string, place: Place): Promise<void> {
    const read = readObservation(json, nowMs, () => ({ userId }), performerOf);
    if (!read.ok && read.isOther) return report.passOver('Observation');
    const timeZone = await zoneOf(userId);
    const [issue] = read.ok ? refusedDay(read, timeZone, nowMs) : read.issues;
    if (!read.ok || issue) return report.refuse({ ...place, reason: issue?.diagnostics ?? 'It cannot be read' });
    observations.push({ index: place.line, userId, read, timeZone });
    waitingReadings += read.readings.length;
    report.observed(userId);
  }

  async function addClinical({ resource, fullUrl }: { resource: object; fullUrl?: string }, userId: string, place: Place): Promise<void> {
    const { medicationOf } = inFiles;
    const named = fullUrl === undefined ? {} : { fullUrl };
    const read = readClinical(resource as Record<string, unknown>, { origin, timeZone: await zoneOf(userId), medicationOf, ...named });
    if (!read.ok) return report.refuse({ ...place, reason: read.reason });
    const waiting = clinical.get(userId) ?? { resources: [], places: [] };
    clinical.set(userId, waiting);
    waiting.resources.push(read.resource);
    waiting.places.push(place);
    waitingResources += 1;
  }

  /** An import may take hours, and whoever was erased meanwhile is not to come back by it. */
  async function requireAll(userIds: ReadonlySet<string>): Promise<void> {
    for (const userId of userIds)
      if (!(await people.isMember(tenantId, userId)))
        throw new VigilError(
          'not_found',
          'One of the members was erased while the import was under way. It ended; do it again for the others.',
        );
  }

  async function flush(): Promise<void> {
    signal?.throwIfAborted();
    await requireAll(new Set([...observations.map(({ userId }) => userId), ...clinical.keys()]));
    const { groups, accepted, replacedTotal } = await groupByMember({ kind: 'anyone' }, observations, nowMs);
    observations = [];
    waitingReadings = 0;
    if (!dryRun) await delivery.deliver(tenantId, { kind: 'anyone' }, groups);
    report.read(accepted, replacedTotal);
    for (const [userId, { resources, places }] of clinical) {
      const results = await fhir.bringIn(tenantId, userId, resources, { dryRun, trustsIds });
      for (const [index, result] of results.entries()) report.broughtIn(result, userId, places[index] as Place);
    }
    clinical.clear();
    waitingResources = 0;
  }

  return {
    flush,
    async add(found) {
      const { file, line, resource } = found;
      if (resource === null) {
        report.refuse({ file, line, resourceType: 'line', reason: 'It is not a FHIR resource as JSON' });
        return false;
      }
      const resourceType = String(resource.resourceType);
      if (resourceType === 'Patient' || resourceType === 'Medication') return false;
      const place = { file, line, resourceType };
      if (resourceType === 'Bundle' && resource.implicitRules !== undefined) {
        report.refuse({ ...place, reason: 'It has implicitRules, which may change its meaning and are not understood here' });
        return false;
      }
      if (resourceType !== 'Observation' && !isClinicalType(resourceType)) {
        report.passOver(resourceType);
        return false;
      }
      const match = await whose.of(resource);
      if (!('userId' in match)) report.refuse({ ...place, reason: match.reason });
      else if (resourceType === 'Observation') await addObservation(resource, match.userId, place);
      else await addClinical(found as { resource: object; fullUrl?: string }, match.userId, place);
      if (waitingReadings < batchReadings && waitingResources < batchResources) return false;
      await flush();
      return true;
    },
  };
}
