import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { recordsPersonalData } from './personal-data.ts';
import type { ClinicalResource } from './records/clinical-resource.ts';
import { recordsRoutes } from './records/records.routes.ts';
import type { BroughtIn } from './records/records.rules.ts';
import { createRecordsStore, type PutOptions } from './records/records.store.ts';

export { type ClinicalResource, type ClinicalType, clinicalTypes, type FhirElements } from './records/clinical-resource.ts';
export { codingsIn, elementsIn, listIn, textIn } from './records/elements.ts';
export type { BroughtIn } from './records/records.rules.ts';

export interface FhirServiceDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'identifiersOf'>;
  readonly clock: Clock;
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
export function createFhirService({ database, people, clock }: FhirServiceDependencies): FhirService {
  const store = createRecordsStore(database);
  return {
    routes: recordsRoutes(store, people),
    personalData: recordsPersonalData(store),
    bringIn: (tenantId, userId, resources, options) => store.put(tenantId, userId, resources, { ...options, nowMs: clock.now() }),
  };
}
