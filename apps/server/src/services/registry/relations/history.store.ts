import type { AssignmentType, CareEvent, RelationTeamType } from '@vigil/contract/registry-relations.values';
import type { Role } from '@vigil/domain/roles';
import type { Database, Sql } from '#platform/postgres/database.ts';
import { type Counted, newestFirst, pageOf, type Stretch, type StretchPage } from '#platform/postgres/newest-first.ts';

/** Who changes something, for the history; nobody of the tenant where `userId` is null. */
export interface Executor {
  readonly userId: string | null;
  readonly roles: readonly Role[];
  readonly atMs: number;
  /** The bulk assignment that this is part of, or whose undo it is. */
  readonly request?: { readonly id: string; readonly isUndo: boolean };
}

/** One line of the history. Times in milliseconds since 1970. */
export interface HistoryRow {
  readonly id: number;
  readonly event: CareEvent;
  readonly patientId: string | null;
  readonly clinicianId: string | null;
  readonly teamType: RelationTeamType | null;
  readonly assignmentType: AssignmentType | null;
  readonly careTeamId: string | null;
  readonly careTeamName: string | null;
  readonly since: number | null;
  readonly at: number;
  readonly executedBy: string | null;
  readonly executedByRoles: Role[];
}

/** What became of somebody; what is absent is null. */
export type NewHistory = Pick<HistoryRow, 'event'> &
  Partial<Omit<HistoryRow, 'id' | 'event' | 'at' | 'executedBy' | 'executedByRoles'>> & {
    /** Of what ended: whom the clinician had come along with. */
    readonly withClinicianId?: string | null;
  };

export interface HistoryStore {
  /** What became of a member's care. */
  ofPatient(tenantId: string, patientId: string, stretch: Stretch): Promise<StretchPage<Counted<HistoryRow>>>;
  isEmpty(tenantId: string): Promise<boolean>;
  /** Every relation of a member that has ended, the last first. */
  endedOf(tenantId: string, patientId: string, limit: number): Promise<HistoryRow[]>;
}

const columns = `h.id, h.event, h.patient_id, h.clinician_id, h.team_type, h.assignment_type, h.care_team_id, h.care_team_name, h.since, h.at,
  h.executed_by, h.executed_by_roles`;

export function createHistoryStore(database: Database): HistoryStore {
  return {
    isEmpty: async (tenantId) => {
      const rows = await database.tenant(tenantId, (sql) =>
        sql.query('select 1 from vigil.care_history where tenant_id = $1 limit 1', [tenantId]),
      );
      return rows.length === 0;
    },
    ofPatient: (tenantId, patientId, stretch) =>
      database.tenant(tenantId, async (sql) => {
        // Of one moment the last change first.
        const asked = newestFirst(
          `select ${columns}, lpad((1000000000000 - h.id)::text, 12, '0') as key from vigil.care_history h
           where h.tenant_id = $1 and h.at >= $2 and h.at < $3 and h.patient_id = $4`,
          stretch,
          [patientId],
        );
        return pageOf(await sql.query<Counted<HistoryRow>>(asked.statement, asked.valuesFor(tenantId)));
      }),
    endedOf: (tenantId, patientId, limit) =>
      database.tenant(tenantId, (sql) =>
        sql.query<HistoryRow>(
          `select ${columns} from vigil.care_history h
           where h.tenant_id = $1 and h.patient_id = $2 and h.event = 'UNASSIGNED' order by h.at desc, h.id desc limit $3`,
          [tenantId, patientId, limit],
        ),
      ),
  };
}

/** Within the transaction that changes something: writes down what became of whom. */
export async function addHistory(sql: Sql, tenantId: string, by: Executor, lines: readonly NewHistory[]): Promise<void> {
  if (lines.length === 0) return;
  await sql.query(
    `insert into vigil.care_history
       (tenant_id, event, patient_id, clinician_id, team_type, assignment_type, care_team_id, care_team_name, since, at, executed_by, executed_by_roles,
        with_clinician_id, request_id, undoes_request_id)
     select $1, line.event, line.patient_id, line.clinician_id, line.team_type, line.assignment_type, line.care_team_id, line.care_team_name,
       to_timestamp(line.since_ms / 1000.0), $3, $4, $5, line.with_clinician_id, $6, $7
     from jsonb_to_recordset($2::jsonb) as line (event text, patient_id uuid, clinician_id uuid, team_type text, assignment_type text,
       care_team_id uuid, care_team_name text, since_ms double precision, with_clinician_id uuid)`,
    [
      ...[tenantId, JSON.stringify(lines.map(columnsOf)), new Date(by.atMs), by.userId, by.roles],
      ...(by.request?.isUndo ? [null, by.request.id] : [by.request?.id ?? null, null]),
    ],
  );
}

const columnsOf = (line: NewHistory) => ({
  event: line.event,
  patient_id: line.patientId ?? null,
  clinician_id: line.clinicianId ?? null,
  team_type: line.teamType ?? null,
  assignment_type: line.assignmentType ?? null,
  care_team_id: line.careTeamId ?? null,
  care_team_name: line.careTeamName ?? null,
  since_ms: line.since ?? null,
  with_clinician_id: line.withClinicianId ?? null,
});
