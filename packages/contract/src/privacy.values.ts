/** What a call is about, in the words in which people are told who has seen what. */
export const dataKinds = [
  'readings',
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
  'other',
] as const;
export type DataKind = (typeof dataKinds)[number];

/** Calls that are about something else than the rest of their service. */
const byCall: Readonly<Record<string, DataKind>> = {
  'registry.listDevices': 'devices',
  'registry.createDevice': 'devices',
  'registry.revokeDevice': 'devices',
  'operator.device.list': 'devices',
  'operator.device.create': 'devices',
  'operator.device.revoke': 'devices',
  'operator.import': 'readings',
  'operator.erasure.apply': 'erasure',
  'privacy.exportMember': 'export',
  'privacy.listAccess': 'accessLog',
  'privacy.searchAudit': 'accessLog',
  'privacy.exportAudit': 'accessLog',
};

const byService: Readonly<Record<string, DataKind>> = {
  ticksStore: 'readings',
  fhir: 'readings',
  eventsProcessor: 'facts',
  notary: 'notes',
  registry: 'account',
  user: 'account',
  userAdmin: 'account',
  login: 'account',
  blob: 'files',
  configurator: 'settings',
  privacy: 'erasure',
};

/** What a call, or an operator's command, is about: by its id in the audit log. */
export function dataKindOf(call: string): DataKind {
  return byCall[call] ?? byService[call.split('.', 1)[0] ?? ''] ?? 'other';
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
