import type { EndpointShape } from '@vigil/contract/endpoint';
import * as api from '@vigil/contract/fhir-api.contract';

const paramTypes: Readonly<Record<string, string>> = {
  patient: 'reference',
  subject: 'reference',
  date: 'date',
  'onset-date': 'date',
  authoredon: 'date',
  effective: 'date',
  authored: 'date',
};

/** What can be read and searched, in the words of a CapabilityStatement; the parameters are those of the contract. */
const searches: Readonly<Record<string, { readonly search: EndpointShape; readonly documentation: string }>> = {
  Patient: { search: api.searchPatients, documentation: 'Members of the tenant; for clinical staff' },
  Condition: { search: api.searchConditions, documentation: 'From other systems' },
  Procedure: { search: api.searchProcedures, documentation: 'From other systems' },
  MedicationRequest: { search: api.searchMedicationRequests, documentation: 'From other systems' },
  MedicationStatement: { search: api.searchMedicationStatements, documentation: 'From other systems' },
  ServiceRequest: { search: api.searchServiceRequests, documentation: 'From other systems' },
};

const reading = [{ code: 'read' }, { code: 'search-type' }];
const plain = { versioning: 'no-version', readHistory: false, updateCreate: false };

export const observationSearch = { interaction: reading, searchParam: searchParamsOf(api.searchObservations) };

export const readableResources: readonly object[] = Object.entries(searches).map(([type, { documentation, search }]) => ({
  type,
  interaction: reading,
  ...plain,
  documentation: type === 'Patient' ? documentation : `${documentation}. A search names the member (patient or subject).`,
  searchParam: searchParamsOf(search),
}));

/** Parameters that ask for something; those that say how it is to be answered are every server's. */
function searchParamsOf({ query }: EndpointShape): object[] {
  const names = Object.keys(query?._zod.def.shape ?? {}).filter(
    (name) => !['_count', '_cursor', '_sort', '_format', '_pretty'].includes(name),
  );
  return names.map((name) => ({ name, type: paramTypes[name] ?? 'token' }));
}
