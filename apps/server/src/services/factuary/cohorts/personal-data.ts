import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { StaysStore } from './stays.store.ts';

interface ExportedStay {
  readonly cohortId: string;
  readonly title: string;
  readonly joinedAt: string | null;
  readonly leftAt: string | null;
}

/** To which cohorts a person belonged, and when. That they met the conditions is told from the record, and goes with it. */
export function cohortsPersonalData(stays: Pick<StaysStore, 'ofMember' | 'erase'>): PersonalData {
  return {
    tables: {
      cohort_stays: { exported: ['cohorts.json'], erased: 'record' },
      cohorts: {
        exported: { not: 'says what is asked of members, and nothing about the person who asks' },
        erased: { kept: 'who made a cohort is known by the id alone, and those who belonged to it need to know what it was' },
      },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedStay>(
        { name: 'cohorts.json', about: 'groups of members to which your care team’s conditions counted you, and when.' },
        async (last) => {
          const after = last && { cohortId: last.cohortId, joinedAt: Date.parse(last.joinedAt ?? '') };
          const rows = await stays.ofMember(tenantId, userId, after, exportPageRows);
          return rows.map((row) => ({ ...row, joinedAt: isoTime(row.joinedAt), leftAt: isoTime(row.leftAt) }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step === 'record') await stays.erase(tenantId, userId);
    },
  };
}
