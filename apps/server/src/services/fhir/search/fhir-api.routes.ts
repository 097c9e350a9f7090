import { VigilError } from '@vigil/contract/errors';
import * as api from '@vigil/contract/fhir-api.contract';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { ObservationsService } from '../observations/observations.service.ts';
import type { ClinicalType } from '../records/clinical-resource.ts';
import { recordResource } from '../records/record-resource.ts';
import type { RecordsStore } from '../records/records.store.ts';
import { datesIn, memberSearched, tokensIn } from './search-parameters.ts';
import { type OwnHosts, searchset } from './searchset.ts';

export interface FhirApiDependencies {
  readonly store: RecordsStore;
  readonly observations: ObservationsService;
  readonly people: Pick<People, 'timeZoneOf'>;
  readonly hosts: OwnHosts;
}

interface RecordsQuery {
  readonly patient?: string | undefined;
  readonly subject?: string | undefined;
  readonly code?: string | undefined;
  readonly _sort: string;
  readonly _count: number;
  readonly _cursor?: string | undefined;
}

/** Reading and searching what other systems know of members, and our own readings, as FHIR R4. */
export function fhirApiRoutes({ hosts, observations, people, store }: FhirApiDependencies): readonly Route[] {
  /** The member that a search is about, whom the caller may read, and the member's zone. */
  async function memberOf(query: Pick<RecordsQuery, 'patient' | 'subject'>, context: RequestContext) {
    const userId = await memberSearched(query, hosts);
    await context.requireMember(userId);
    const { id: tenantId } = tenantOf(context);
    return { tenantId, userId, timeZone: await people.timeZoneOf(tenantId, userId) };
  }

  const search = async (
    type: ClinicalType,
    query: RecordsQuery,
    {
      dates,
      status,
    }: { readonly dates: readonly [name: string, texts: readonly string[] | undefined]; readonly status: string | undefined },
    context: RequestContext,
  ) => {
    const { tenantId, timeZone, userId } = await memberOf(query, context);
    const inError = status === 'entered-in-error';
    const { next, rows, total } = await store.search({
      ...{ tenantId, userId, type, inError, count: query._count, cursor: query._cursor },
      codes: tokensIn(query.code),
      statuses: inError && type === 'Condition' ? undefined : tokensIn(status),
      dates: datesIn(...dates, timeZone),
      sort: query._sort,
    });
    return searchset({ resources: rows.map(recordResource), total, next }, context, hosts);
  };

  const read = async (type: ClinicalType, id: string, context: RequestContext) => {
    const row = await store.one(tenantOf(context).id, type, id);
    if (!row) throw new VigilError('not_found', `There is no such ${type}.`);
    return recordResource(row);
  };

  return [
    route(api.searchObservations, async ({ query }, context) => {
      const { tenantId, timeZone, userId } = await memberOf(query, context);
      const page = await observations.search({
        ...{ tenantId, userId, timeZone, status: query.status, count: query._count, cursor: query._cursor },
        codes: tokensIn(query.code),
        categories: tokensIn(query.category),
        dates: datesIn('date', query.date, timeZone),
        newestFirst: query._sort === '-date',
      });
      return searchset(page, context, hosts);
    }),
    route(api.readObservation, ({ params }, context) => observations.read(tenantOf(context).id, params.id)),
    route(api.searchConditions, ({ query }, context) => {
      const status = query['verification-status'] ?? query['clinical-status'];
      return search('Condition', query, { dates: ['onset-date', query['onset-date']], status }, context);
    }),
    route(api.readCondition, ({ params }, context) => read('Condition', params.id, context)),
    route(api.searchProcedures, ({ query }, context) =>
      search('Procedure', query, { dates: ['date', query.date], status: query.status }, context),
    ),
    route(api.readProcedure, ({ params }, context) => read('Procedure', params.id, context)),
    route(api.searchMedicationRequests, ({ query }, context) =>
      search('MedicationRequest', query, { dates: ['authoredon', query.authoredon], status: query.status }, context),
    ),
    route(api.readMedicationRequest, ({ params }, context) => read('MedicationRequest', params.id, context)),
    route(api.searchMedicationStatements, ({ query }, context) =>
      search('MedicationStatement', query, { dates: ['effective', query.effective], status: query.status }, context),
    ),
    route(api.readMedicationStatement, ({ params }, context) => read('MedicationStatement', params.id, context)),
    route(api.searchServiceRequests, ({ query }, context) =>
      search('ServiceRequest', query, { dates: ['authored', query.authored], status: query.status }, context),
    ),
    route(api.readServiceRequest, ({ params }, context) => read('ServiceRequest', params.id, context)),
  ];
}
