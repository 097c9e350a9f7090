import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { RecordsStore } from './records/records.store.ts';

interface ExportedResource {
  readonly id: string;
  readonly origin: string;
  readonly originId: string;
  readonly importedAt: string | null;
  readonly changedAt: string | null;
  readonly resource: object;
}

/** What other systems know of a person; part of the clinical record. */
export function recordsPersonalData(store: RecordsStore): PersonalData {
  return {
    tables: { clinical_resources: { exported: ['record-from-elsewhere.json'], erased: 'record' } },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedResource>(
        {
          name: 'record-from-elsewhere.json',
          about:
            'conditions, procedures, prescriptions and orders that came from other systems, as FHIR R4 resources, and where each is from.',
        },
        async (last) => {
          const rows = await store.after(tenantId, userId, last?.id, exportPageRows);
          return rows.map(({ id, origin, originId, importedAt, changedAt, resourceType, content }) => ({
            ...{ id, origin, originId, importedAt: isoTime(importedAt), changedAt: isoTime(changedAt) },
            resource: { resourceType, ...content },
          }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await store.erase(tenantId, userId);
    },
  };
}
