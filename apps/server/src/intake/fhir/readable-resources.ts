import type { EndpointShape } from '@vigil/contract/endpoint';
import * as api from '@vigil/contract/fhir-api.contract';
import { searchQuestionnaireResponses, searchQuestionnaires } from '@vigil/contract/fhir-surveys.contract';

const paramTypes: ReadonlyMap<string, string> = new Map([
  ['patient', 'reference'],
  ['subject', 'reference'],
  ['title', 'string'],
  ['date', 'date'],
  ['onset-date', 'date'],
  ['authoredon', 'date'],
  ['effective', 'date'],
  ['authored', 'date'],
]);

/** What can be read and searched, in the words of a CapabilityStatement; the parameters are those of the contract. */
const searches: readonly { readonly type: string; readonly search: EndpointShape; readonly documentation: string }[] = [
  { type: 'Patient', search: api.searchPatients, documentation: 'Members of the tenant; for clinical staff' },
  { type: 'Condition', search: api.searchConditions, documentation: 'From other systems' },
  { type: 'Procedure', search: api.searchProcedures, documentation: 'From other systems' },
  { type: 'MedicationRequest', search: api.searchMedicationRequests, documentation: 'From other systems' },
  { type: 'MedicationStatement', search: api.searchMedicationStatements, documentation: 'From other systems' },
  { type: 'ServiceRequest', search: api.searchServiceRequests, documentation: 'From other systems' },
];

const reading = [{ code: 'read' }, { code: 'search-type' }];
const plain = { versioning: 'no-version', readHistory: false, updateCreate: false };

export const observationSearch = { interaction: reading, searchParam: searchParamsOf(api.searchObservations) };

const ofSurveys = { interaction: [...reading, { code: 'update' }], versioning: 'no-version', readHistory: false, updateCreate: true };

export const readableResources: readonly object[] = [
  ...searches.map(({ type, documentation, search }) => ({
    type,
    interaction: reading,
    ...plain,
    documentation: type === 'Patient' ? documentation : `${documentation}. A search names the member (patient or subject).`,
    searchParam: searchParamsOf(search),
  })),
  {
    type: 'Questionnaire',
    ...ofSurveys,
    documentation: 'Surveys. What could not be kept whole is refused by element. The id is the sender’s, a UUID.',
    searchParam: searchParamsOf(searchQuestionnaires),
  },
  {
    type: 'QuestionnaireResponse',
    ...ofSurveys,
    documentation:
      'What members answered. A search names the member (patient or subject). Taken in once completed; it is not changed after.',
    searchParam: searchParamsOf(searchQuestionnaireResponses),
  },
];

/** Parameters that ask for something; those that say how it is to be answered are every server's. */
function searchParamsOf({ query }: EndpointShape): object[] {
  const names = Object.keys(query?._zod.def.shape ?? {}).filter(
    (name) => !['_count', '_cursor', '_sort', '_format', '_pretty'].includes(name),
  );
  return names.map((name) => ({ name, type: paramTypes.get(name) ?? 'token' }));
}
