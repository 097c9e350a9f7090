import * as activities from './activities.contract.ts';
import * as analytics from './analytics.contract.ts';
import * as blob from './blob.contract.ts';
import * as compliance from './compliance.contract.ts';
import * as configurator from './configurator.contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventsProcessor from './events-processor.contract.ts';
import * as eventsProcessorFacts from './events-processor-facts.contract.ts';
import * as factuaryUserFacts from './factuary-user-facts.contract.ts';
import * as fhir from './fhir.contract.ts';
import * as fhirApi from './fhir-api.contract.ts';
import * as fhirRecords from './fhir-records.contract.ts';
import * as foodLogs from './food-logs.contract.ts';
import * as login from './login.contract.ts';
import * as metaresources from './metaresources.contract.ts';
import * as notary from './notary.contract.ts';
import * as privacy from './privacy.contract.ts';
import * as registry from './registry.contract.ts';
import * as registryCareTeam from './registry-care-team.contract.ts';
import * as registryDevices from './registry-devices.contract.ts';
import * as registryPeople from './registry-people.contract.ts';
import * as registryRelations from './registry-relations.contract.ts';
import * as registrySubordinates from './registry-subordinates.contract.ts';
import * as registryTasks from './registry-tasks.contract.ts';
import * as registryTeams from './registry-teams.contract.ts';
import * as registryTimeline from './registry-timeline.contract.ts';
import * as ticksStore from './ticks-store.contract.ts';
import * as user from './user.contract.ts';
import * as userAdmin from './user-admin.contract.ts';

export * from './access.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export {
  activities,
  analytics,
  blob,
  compliance,
  configurator,
  eventsProcessor,
  eventsProcessorFacts,
  factuaryUserFacts,
  fhir,
  fhirRecords,
  foodLogs,
  login,
  metaresources,
  notary,
  privacy,
  registry,
  registryCareTeam,
  registryPeople,
  registryRelations,
  registryTasks,
  registryTeams,
  registryTimeline,
  ticksStore,
  user,
  userAdmin,
};

const services = {
  configurator,
  user,
  registry,
  registryCareTeam,
  registryDevices,
  registryPeople,
  registryRelations,
  registrySubordinates,
  registryTasks,
  registryTeams,
  registryTimeline,
  ticksStore,
  eventsProcessor,
  eventsProcessorFacts,
  factuaryUserFacts,
  fhir,
  fhirApi,
  fhirRecords,
  notary,
  login,
  analytics,
  blob,
  userAdmin,
  privacy,
  activities,
  foodLogs,
  compliance,
  metaresources,
};

/** Every endpoint of the contract: what the server mounts, what OpenAPI describes, what the access matrix walks. */
export const endpoints: readonly Endpoint[] = Object.values(services).flatMap((service) => Object.values(service).filter(isEndpoint));

/** Beside its endpoints, a service's file exports the schemas and limits that they are made of. */
function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'path' in exported && 'method' in exported && 'access' in exported;
}
