import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { TicksReads } from '#services/ticks-store/index.ts';
import { observationKeyOf } from './observations/observation-key.ts';
import { createObservations } from './observations/observations.service.ts';
import { patientRoutes } from './patients/patients.routes.ts';
import { recordsPersonalData } from './personal-data.ts';
import { type QuestionnairesDeps, questionnairesRoutes } from './questionnaires/questionnaires.routes.ts';
import { type ClinicalResource, clinicalTypes } from './records/clinical-resource.ts';
import { recordsRoutes } from './records/records.routes.ts';
import type { BroughtIn } from './records/records.rules.ts';
import { createRecordsStore, type PutOptions } from './records/records.store.ts';
import { fhirApiRoutes } from './search/fhir-api.routes.ts';
import { createSealedCursor } from './search/sealed-cursor.ts';
import type { OwnHosts } from './search/searchset.ts';

export { bloodPressure, type ObservationKey, observationIdOf } from './observations/observation-key.ts';
export { type ClinicalResource, type ClinicalType, clinicalTypes, type FhirElements } from './records/clinical-resource.ts';
export { codingsIn, elementsIn, listIn, textIn } from './records/elements.ts';
export type { BroughtIn } from './records/records.rules.ts';

export interface FhirServiceDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'accounts' | 'identifiersOf' | 'isMember' | 'membersBehind' | 'membersByMrn' | 'timeZoneOf'>;
  readonly ticks: Pick<TicksReads, 'countedReadings' | 'moments' | 'readingCounts' | 'takenBack'>;
  readonly clock: Clock;
  /** The cursors of an order by names are sealed under it; the same on every server of a database. */
  readonly secrets: Pick<Secrets, 'auditSeal'>;
  /** Under which our own addresses stand in what is answered. */
  readonly hosts: OwnHosts;
}

export interface FhirService extends Module {
  /**
   * Stores what another system knows of a member of the tenant, and answers what became of each resource, in their order. The same
   * again changes nothing.
   */
  bringIn(
    tenantId: string,
    userId: string,
    resources: readonly ClinicalResource[],
    options: Omit<PutOptions, 'nowMs'>,
  ): Promise<readonly BroughtIn[]>;
}

/** What other systems know of members, and our own data as FHIR R4. */
export function createFhirService({ clock, database, hosts, people, secrets, ticks }: FhirServiceDependencies): FhirService {
  const store = createRecordsStore(database);
  const observations = createObservations(ticks, people);
  const ownerOfRecord = clinicalTypes.map((type) => [
    type,
    async (tenantId: string, id: string) => (await store.one(tenantId, type, id))?.userId ?? null,
  ]);
  const cursor = createSealedCursor(secrets.auditSeal);
  return {
    routes: [
      ...recordsRoutes(store, people),
      ...patientRoutes({ people, hosts, cursor }),
      ...fhirApiRoutes({ hosts, observations, people, store }),
    ],
    owners: {
      ...Object.fromEntries(ownerOfRecord),
      async Observation(tenantId, id) {
        const userId = observationKeyOf(id)?.userId;
        return userId !== undefined && (await people.isMember(tenantId, userId)) ? userId : null;
      },
    },
    personalData: recordsPersonalData(store),
    bringIn: (tenantId, userId, resources, options) => store.put(tenantId, userId, resources, { ...options, nowMs: clock.now() }),
  };
}

/** Surveys and what members answered as FHIR R4 Questionnaires and QuestionnaireResponses, out and in. */
export function createQuestionnaires(deps: QuestionnairesDeps): Module {
  return { routes: questionnairesRoutes(deps) };
}
