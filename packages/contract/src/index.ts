import * as activities from './activities.contract.ts';
import * as alerts from './alerts.contract.ts';
import * as alertsAlarms from './alerts-alarms.contract.ts';
import * as alertsBacktests from './alerts-backtests.contract.ts';
import * as alertsBurden from './alerts-burden.contract.ts';
import * as alertsEvaluation from './alerts-evaluation.contract.ts';
import * as alertsGaps from './alerts-gaps.contract.ts';
import * as alertsOnCall from './alerts-on-call.contract.ts';
import * as analytics from './analytics.contract.ts';
import * as blob from './blob.contract.ts';
import * as calendar from './calendar.contract.ts';
import * as calls from './calls.contract.ts';
import * as chat from './chat.contract.ts';
import * as compliance from './compliance.contract.ts';
import * as configurator from './configurator.contract.ts';
import type { Endpoint } from './endpoint.ts';
import * as eventsProcessor from './events-processor.contract.ts';
import * as eventsProcessorFacts from './events-processor-facts.contract.ts';
import * as factuaryActions from './factuary-actions.contract.ts';
import * as factuaryCohorts from './factuary-cohorts.contract.ts';
import * as factuaryPrograms from './factuary-programs.contract.ts';
import * as factuaryReports from './factuary-reports.contract.ts';
import * as factuarySurveys from './factuary-surveys.contract.ts';
import * as factuarySurveysAuthoring from './factuary-surveys-authoring.contract.ts';
import * as factuaryUserFacts from './factuary-user-facts.contract.ts';
import * as fhir from './fhir.contract.ts';
import * as fhirApi from './fhir-api.contract.ts';
import * as fhirRecords from './fhir-records.contract.ts';
import * as fhirSurveys from './fhir-surveys.contract.ts';
import * as foodLogs from './food-logs.contract.ts';
import * as login from './login.contract.ts';
import * as metaresources from './metaresources.contract.ts';
import * as notary from './notary.contract.ts';
import * as notification from './notification.contract.ts';
import * as privacy from './privacy.contract.ts';
import * as registry from './registry.contract.ts';
import * as registryBulkAssignment from './registry-bulk-assignment.contract.ts';
import * as registryCareTeam from './registry-care-team.contract.ts';
import * as registryDevices from './registry-devices.contract.ts';
import * as registryPeople from './registry-people.contract.ts';
import * as registryRelations from './registry-relations.contract.ts';
import * as registrySubordinates from './registry-subordinates.contract.ts';
import * as registryTasks from './registry-tasks.contract.ts';
import * as registryTeams from './registry-teams.contract.ts';
import * as registryTimeline from './registry-timeline.contract.ts';
import * as ticksStore from './ticks-store.contract.ts';
import * as ticksStoreTakenBack from './ticks-store-taken-back.contract.ts';
import * as triage from './triage.contract.ts';
import * as triageHandoffs from './triage-handoffs.contract.ts';
import * as triageToday from './triage-today.contract.ts';
import * as user from './user.contract.ts';
import * as userAdmin from './user-admin.contract.ts';
import * as userAdminImports from './user-admin-imports.contract.ts';

export * from './access.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export {
  activities,
  alerts,
  alertsAlarms,
  alertsBacktests,
  alertsBurden,
  alertsEvaluation,
  alertsGaps,
  alertsOnCall,
  analytics,
  blob,
  calendar,
  calls,
  chat,
  compliance,
  configurator,
  eventsProcessor,
  eventsProcessorFacts,
  factuaryActions,
  factuaryCohorts,
  factuaryPrograms,
  factuaryReports,
  factuarySurveys,
  factuarySurveysAuthoring,
  factuaryUserFacts,
  fhir,
  fhirRecords,
  foodLogs,
  login,
  metaresources,
  notary,
  notification,
  privacy,
  registry,
  registryBulkAssignment,
  registryCareTeam,
  registryPeople,
  registryRelations,
  registryTasks,
  registryTeams,
  registryTimeline,
  ticksStore,
  ticksStoreTakenBack,
  triage,
  triageHandoffs,
  triageToday,
  user,
  userAdmin,
  userAdminImports,
};

const services = {
  configurator,
  user,
  registry,
  registryBulkAssignment,
  registryCareTeam,
  registryDevices,
  registryPeople,
  registryRelations,
  registrySubordinates,
  registryTasks,
  registryTeams,
  registryTimeline,
  ticksStore,
  ticksStoreTakenBack,
  eventsProcessor,
  eventsProcessorFacts,
  factuaryCohorts,
  factuaryActions,
  factuaryReports,
  factuaryPrograms,
  factuarySurveys,
  factuarySurveysAuthoring,
  factuaryUserFacts,
  fhir,
  fhirApi,
  fhirRecords,
  fhirSurveys,
  notary,
  notification,
  login,
  analytics,
  blob,
  chat,
  userAdmin,
  userAdminImports,
  privacy,
  activities,
  foodLogs,
  compliance,
  metaresources,
  alerts,
  alertsAlarms,
  alertsBacktests,
  alertsEvaluation,
  alertsBurden,
  alertsGaps,
  alertsOnCall,
  triage,
  triageHandoffs,
  triageToday,
  calendar,
  calls,
};

/** Every endpoint of the contract: what the server mounts, what OpenAPI describes, what the access matrix walks. */
export const endpoints: readonly Endpoint[] = Object.values(services).flatMap((service) => Object.values(service).filter(isEndpoint));

/** Beside its endpoints, a service's file exports the schemas and limits that they are made of. */
function isEndpoint(exported: unknown): exported is Endpoint {
  return typeof exported === 'object' && exported !== null && 'path' in exported && 'method' in exported && 'access' in exported;
}
