import type { EndDetail, EndResult } from '@vigil/contract/calls.values';
import type { People } from '#people/index.ts';
import { exportPageRows, isoTime, jsonListFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

interface StoredCall {
  readonly callId: string;
  readonly callerId: string;
  readonly calleeId: string;
  readonly isVideoCall: boolean;
  readonly startedAt: number;
  readonly acceptedAt: number | null;
  readonly connectedAt: number | null;
  readonly endedAt: number | null;
  readonly endResult: EndResult | null;
  readonly endDetail: EndDetail | null;
}

type ExportedCall = { readonly [K in keyof StoredCall]: K extends `${string}At` ? string | null : StoredCall[K] } & {
  readonly caller: string | null;
  readonly callee: string | null;
};

/** With whom somebody had calls, when, and how they ended. What was said was never kept. */
export function callsPersonalData(database: Database, people: Pick<People, 'privacy'>): PersonalData {
  return {
    tables: {
      calls: { exported: ['calls.json'], erased: 'record' },
      call_signals: { exported: { not: 'how two devices find each other, as long as a call goes on' }, erased: 'record' },
    },
    exportOf: ({ tenantId, userId }) => [
      jsonListFile<ExportedCall>(
        { name: 'calls.json', about: 'your calls, made and taken: with whom, when, and how each ended. Calls are not recorded.' },
        async (last) => {
          const rows = await database.tenant(tenantId, (sql) =>
            sql.query<StoredCall>(
              `select id as call_id, caller_id, callee_id, is_video as is_video_call, started_at, accepted_at, connected_at, ended_at, end_result, end_detail
               from vigil.calls where tenant_id = $1 and (caller_id = $2 or callee_id = $2) and ($3::uuid is null or id > $3)
               order by id limit ${exportPageRows}`,
              [tenantId, userId, last?.callId ?? null],
            ),
          );
          const names = await people.privacy.knownNames(tenantId, [...new Set(rows.flatMap((row) => [row.callerId, row.calleeId]))]);
          const nameOf = (id: string) => {
            const name = names.get(id);
            return name ? `${name.givenName} ${name.familyName}` : null;
          };
          return rows.map((row) => ({
            ...row,
            ...{ caller: nameOf(row.callerId), callee: nameOf(row.calleeId) },
            ...{ startedAt: isoTime(row.startedAt), acceptedAt: isoTime(row.acceptedAt) },
            ...{ connectedAt: isoTime(row.connectedAt), endedAt: isoTime(row.endedAt) },
          }));
        },
      ),
    ],
    async erase({ tenantId, userId }, step) {
      if (step !== 'record') return;
      await database.tenant(tenantId, (sql) => sql.query('select vigil.erase_calls($1)', [userId]));
    },
  };
}
