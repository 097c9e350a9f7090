/** What a call is about, in the words in which people are told who has seen what. */
export const dataKinds = [
  'readings',
  'record',
  'facts',
  'notes',
  'account',
  'devices',
  'settings',
  'accessLog',
  'export',
  'erasure',
  'files',
  'careTeam',
  'messages',
  'careWork',
  'other',
] as const;
export type DataKind = (typeof dataKinds)[number];

/** Calls that are about something else than the rest of their service. */
const byCall = new Map<string, DataKind>([
  ['registry.listDevices', 'devices'],
  ['registry.createDevice', 'devices'],
  ['registry.revokeDevice', 'devices'],
  ['operator.device.list', 'devices'],
  ['operator.device.create', 'devices'],
  ['operator.device.revoke', 'devices'],
  ['operator.import', 'readings'],
  ['operator.erasure.apply', 'erasure'],
  ['fhir.searchPatients', 'account'],
  ['fhir.readPatient', 'account'],
  ...['Condition', 'Procedure', 'MedicationRequest', 'MedicationStatement', 'ServiceRequest'].flatMap((type): [string, DataKind][] => [
    [`fhir.search${type}s`, 'record'],
    [`fhir.read${type}`, 'record'],
  ]),
  ['privacy.exportMember', 'export'],
  ['privacy.listAccess', 'accessLog'],
  ['privacy.searchAudit', 'accessLog'],
  ['privacy.exportAudit', 'accessLog'],
  ['privacy.getAuditState', 'accessLog'],
  ['registry.sendEmails', 'messages'],
  ['user_admin.resendToMember', 'messages'],
  ['user_admin.resendToStaff', 'messages'],
  ['user_admin.listOutbox', 'messages'],
  ...about('careTeam', [
    ...['listPatientsOfClinician', 'getPatientOfClinician', 'getCaseloads', 'listCliniciansOfPatient', 'cliniciansByTeamType'],
    ...['listTeamsOfPatient', 'getCareTeamOfPatient', 'clinicianUnassignmentDetails', 'assignFully', 'unassignFully', 'assignClinician'],
    ...['unassignClinician', 'assignTeamFully', 'listSubordinates', 'getSubordinate', 'putSubordinate', 'deleteSubordinate', 'postTask'],
    ...['getLastTask', 'getTimeline', 'listTeams', 'getTeam', 'createTeam', 'changeTeam', 'deleteTeam'],
    ...['previewBulkAssignment', 'assignMany', 'undoBulkAssignment'],
  ]),
]);

function about(kind: DataKind, registryCalls: readonly string[]): [string, DataKind][] {
  return registryCalls.map((call) => [`registry.${call}`, kind]);
}

/** Calls that carry a list in their body, and so are a POST, and change nothing. */
export const readingPosts: readonly string[] = ['registry.listStatuses', 'registry.previewBulkAssignment', 'user.listClinicianRoles'];

/** Whether a call only looks; by its id and method in the audit log. */
export function isReading(call: string, method: string): boolean {
  return method === 'GET' || readingPosts.includes(call);
}

const byService = new Map<string, DataKind>([
  ['ticksStore', 'readings'],
  ['fhir', 'readings'],
  ['fhirservice', 'record'],
  ['eventsProcessor', 'facts'],
  ['notary', 'notes'],
  ['notification', 'messages'],
  ['registry', 'account'],
  ['user', 'account'],
  ['user_admin', 'account'],
  ['login', 'account'],
  ['blob', 'files'],
  ['configurator', 'settings'],
  ['metaresources', 'settings'],
  ['factuaryActions', 'careWork'],
  ['factuaryReports', 'careWork'],
  ['privacy', 'erasure'],
]);

/** What a call, or an operator's command, is about: by its id in the audit log. */
export function dataKindOf(call: string): DataKind {
  return byCall.get(call) ?? byService.get(call.split('.', 1)[0] ?? '') ?? 'other';
}

/** Entries that a page of the audit log may have; the first is the usual number. */
export const auditPageSizes = [50, 100, 200] as const;

/** Members that an entry names by name; of the others it says how many. */
export const mostNamedMembers = 5;

/** Days that a page of "who has looked at my data" covers. */
export const accessPageDays = 30;

/** Longest reason for an erasure, in characters. */
export const longestErasureReason = 500;

/** Years for which the clinical record of an erased person is kept, locked away: bounds, and what holds where nobody said. */
export const keepRecordYears = { least: 0, most: 40, usual: 10 } as const;

/** Days between a request for erasure and the day from which one confirmation is enough. */
export const erasureWaitDays = { least: 0, most: 30, usual: 7 } as const;

/** What has become of a request for erasure. `RECORD_KEPT`: contact and sign-in are gone, the record is locked away until a day. */
export const erasureStates = ['WAITING', 'DUE', 'WITHDRAWN', 'IN_WORK', 'RECORD_KEPT', 'ERASED'] as const;
export type ErasureState = (typeof erasureStates)[number];
