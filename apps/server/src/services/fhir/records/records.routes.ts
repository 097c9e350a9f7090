import { getPatientRecord, listConditions, listOrders, listPrescriptions, listProcedures } from '@vigil/contract/fhir-records.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { ClinicalType, StoredResource } from './clinical-resource.ts';
import { conditionOf, orderOf, prescriptionOf, procedureOf } from './record-views.ts';
import type { RecordsStore } from './records.store.ts';

interface Asked {
  readonly params: { readonly id: string };
  readonly query: { readonly page: number; readonly size: number };
}

/** The calls of the specification about what other systems know of a member. */
export function recordsRoutes(store: RecordsStore, people: Pick<People, 'identifiersOf'>): readonly Route[] {
  const page = async <T>(
    { params, query }: Asked,
    context: RequestContext,
    types: readonly ClinicalType[],
    shown: (row: StoredResource) => T,
  ) => {
    const { rows, total } = await store.page({
      tenantId: tenantOf(context).id,
      userId: params.id.toLowerCase(),
      types,
      withoutErrors: true,
      offset: query.page * query.size,
      limit: query.size,
    });
    return { content: rows.map(shown), totalElements: total, page: query.page, size: query.size };
  };
  return [
    route(listConditions, (asked, context) => page(asked, context, ['Condition'], conditionOf)),
    route(listProcedures, (asked, context) => page(asked, context, ['Procedure'], procedureOf)),
    route(listPrescriptions, (asked, context) => page(asked, context, ['MedicationRequest', 'MedicationStatement'], prescriptionOf)),
    route(listOrders, (asked, context) => page(asked, context, ['ServiceRequest'], orderOf)),
    route(getPatientRecord, async ({ params }, context) => {
      const { mrn } = await people.identifiersOf(tenantOf(context).id, params.id.toLowerCase());
      return { id: params.id.toLowerCase(), externalRecordIdentifier: mrn };
    }),
  ];
}
