import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { ExportedFile, PersonalData } from '#platform/personal-data/personal-data.ts';
import type { AuditLog } from './audit-log/audit-log.service.ts';
import type { ErasuresStore } from './erasure/erasure.store.ts';

/**
 * The audit log says who has seen what: without it nobody could show that an erasure was carried out, nor who had looked
 * before. It holds ids and calls, and after an erasure the member's id leads to no name.
 */
const trail =
  'the record of who saw what is itself demanded by law (GDPR art. 5(2), 17(3)(b) and (e); HIPAA 45 CFR 164.312(b), 164.316(b)(2)); ids only';

/** Tables that name people and have no module to speak for them. */
const others = {
  tenant_setting_changes: {
    exported: { not: 'administrators alone set anything, and nothing of it is about a member' },
    erased: { kept: 'who of the staff changed which setting' },
  },
  global_setting_changes: {
    exported: { not: 'operators alone set anything, and nothing of it is about a member' },
    erased: { kept: 'which operator changed which setting' },
  },
  oidc_clients: {
    exported: { not: 'applications that operators registered' },
    erased: { kept: 'which operator registered which application' },
  },
  demo_members: {
    exported: { not: 'how far made-up readings of a demonstration have been stored' },
    erased: { kept: 'ids of made-up people only' },
  },
} satisfies PersonalData['tables'];

/** The audit log about a person, and what was asked and decided about erasing them. */
export function privacyPersonalData(auditLog: AuditLog, erasures: Pick<ErasuresStore, 'ofPerson' | 'keptIdentity'>): PersonalData {
  return {
    tables: {
      ...others,
      audit_log: { exported: ['audit.csv'], erased: { kept: trail } },
      erasures: {
        exported: ['erasures.json'],
        erased: {
          kept: 'that, when and why somebody was erased, so that a restored backup can be held to it; ids only once nothing is left',
        },
      },
    },
    exportOf: async ({ tenantId, userId }) => [
      {
        name: 'audit.csv',
        about: 'who read or changed your data, when and from where, the newest first; refused attempts too.',
        content: auditLog.file(tenantId, { member: userId }),
      },
      jsonFile({ name: 'erasures.json', about: 'requests to erase your data, and what became of them.' }, async () =>
        (await erasures.ofPerson(tenantId, userId)).map(({ requestedAt, dueAt, decidedAt, withdrawnAt, ...row }) => ({
          id: row.id,
          reason: row.reason,
          requestedBy: row.requestedBy,
          requestedAt: isoTime(requestedAt),
          dueAt: isoTime(dueAt),
          decidedAt: isoTime(decidedAt),
          withdrawnAt: isoTime(withdrawnAt),
        })),
      ),
      ...keptIdentityFile(await erasures.keptIdentity(tenantId, userId)),
    ],
  };
}

/** Only in what an operator takes out of a record that is kept: the account itself names nobody any more. */
function keptIdentityFile(identity: object | null): ExportedFile[] {
  if (identity === null) return [];
  return [
    jsonFile({ name: 'kept-identity.json', about: 'who this record, kept by law after an erasure, is about.' }, async () => identity),
  ];
}
